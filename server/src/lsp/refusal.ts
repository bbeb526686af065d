/** The answer to a request that cannot be fulfilled, with the reason for a person; hosts make the protocol's error of it. */
export interface Refusal {
  readonly refusal: string;
  /** It was asked about a text that is another one by now. */
  readonly isLate?: true;
}

export const refusalFor = (reason: string): Refusal => ({ refusal: reason });

export const TOO_LATE: Refusal = { refusal: 'The text has changed meanwhile.', isLate: true };

/** The host and the session are bundled apart, so that a class of errors would not be the same in both. */
export const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'refusal' in answer;
