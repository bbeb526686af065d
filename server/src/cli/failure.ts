/** Wrong usage, configuration or input: one line for the user, exit code 2. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Told by its name: each bundle has a class of its own. */
export const isFailure = (error: unknown): error is Failure => error instanceof Error && error.name === 'Failure';

/** What is said where the tool itself is at fault. */
export const bugReport = (error: unknown): string =>
  `this is a bug of the tool, please report it with the text that caused it.\n${
    error instanceof Error ? (error.stack ?? error.message) : String(error)
  }`;
