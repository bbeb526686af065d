/** The signs behind which suggestions come by themselves. */
export const COMPLETION_TRIGGERS: readonly string[] = ['.', '@'];
