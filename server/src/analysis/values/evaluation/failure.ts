/** What a function says instead of giving a value. */
export interface Failure {
  readonly kind: 'failure';
  readonly message: string;
  /** The server calls it a failure of the function, not an invalid request. */
  readonly ofFunction?: true;
}
