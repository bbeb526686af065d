import type { Session } from './verdict-model.ts';

/**
 * Whether a Java class that is not the server's own may be there. Classes without a package are looked for in the server's own; others
 * may have been installed, unless the server is as released.
 */
export const mayBeInstalled = (className: string, { stock }: Session): boolean =>
  className.includes('.') && (stock !== true || className.startsWith('java.'));
