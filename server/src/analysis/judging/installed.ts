import type { Session } from './verdict-model.ts';

/**
 * Whether a Java class that is not the server's own may be there. Classes without a package are looked for in the server's own; others
 * may have been installed, unless the server is as released.
 */
export const mayBeInstalled = (className: string, { stock }: Session): boolean =>
  className.includes('.') && (stock !== true || className.startsWith('java.'));

/** A class that is there on every server, and is none of its own. */
export const isJavaClass = (className: string): boolean => JAVA_CLASSES.has(className);

const JAVA_CLASSES: ReadonlySet<string> = new Set(
  ['String', 'Object', 'Integer', 'Long', 'Boolean'].map((name) => `java.lang.${name}`),
);
