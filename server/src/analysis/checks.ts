export type CheckId = string;
