/** The path from the folder of one document to another. */
export function relativePath(from: string, to: string): string {
  const [here, there] = [from, to].map((uri) => decodeURIComponent(uri).split('/')) as [string[], string[]];
  here.pop();
  let common = 0;
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common += 1;
  return [...here.slice(common).map(() => '..'), ...there.slice(common)].join('/');
}

/** The URI to which a path leads from the folder of a document. */
export function uriAt(from: string, path: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(encodeURIComponent(part));
  }
  return parts.join('/');
}
