/** Whether the last comment above a line of a batch tells in which case it runs; a blank line or another comment ends that. */
export function isInCase(above: string): boolean {
  let within = false;
  for (const line of above
    .replace(/[^\n]*$/, '')
    .split(/\r?\n/)
    .slice(0, -1)
    .map((one) => one.trim())) {
    if (line === '' || /^(?:--|\/\/|\/\*)/.test(line)) within = /^(?:--|\/\/)\s*only (?:where|if|when)\b/i.test(line);
  }
  return within;
}
