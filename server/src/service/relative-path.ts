/** The path from the folder of one document to another. */
export function relativePath(from: string, to: string): string {
  const [here, there] = [from, to].map((uri) => decodeURIComponent(uri).split('/')) as [string[], string[]];
  here.pop();
  let common = 0;
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common += 1;
  return [...here.slice(common).map(() => '..'), ...there.slice(common)].join('/');
}
