/** Wrong usage, configuration or input: one line for the user, exit code 2. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Told by its name: each bundle has a class of its own. */
export const isFailure = (error: unknown): error is Failure => error instanceof Error && error.name === 'Failure';
