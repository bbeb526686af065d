/** Wrong usage, configuration or input: one line for the user, exit code 2. */
export class Failure extends Error {}
