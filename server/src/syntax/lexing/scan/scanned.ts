/** What begins at a place: its token type, and where it ends (negative where its closing mark is missing). */
export type Scanned = readonly [type: number, end: number];
