import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation as large as it is. Left alone it grows to 96 MB while a project is judged, and all that dies in it is
 * held for longer: `check` of 3,000 files takes a quarter less memory so, and two percent more time. Where it is held before the
 * project is read it stays too small, and what soon dies is moved to the old generation.
 */
export const holdYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=1');
