import { statSync, type Stats } from 'node:fs';

/** What the file system says of what stands at a path; nothing where that is nothing, or cannot be reached: links may lead in a circle. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
