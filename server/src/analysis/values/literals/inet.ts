/**
 * What the server says of a text that should be an `inet` address.
 *
 * It looks up names of hosts, so what could be one is taken; refused is only what can be neither an address nor a name. Names
 * end in a word with a letter (RFC 3696).
 */
export function complaintAboutInet(text: string): string | undefined {
  if (text === '' || isIpv4(text) || isIpv6(text)) return undefined;
  const hopeless = !/^[\w.-]*$/.test(text) || /^[\da-fA-F]*:/.test(text) || !/[a-zA-Z]/.test(text);
  return hopeless ? `Unable to make inet address from '${text}'` : undefined;
}

/** One to four numbers; the last one fills the bytes that remain. */
function isIpv4(text: string): boolean {
  if (!/^\d+(?:\.\d+){0,3}$/.test(text)) return false;
  const parts = text.split('.').map(Number);
  const last = parts.pop() ?? 0;
  return parts.every((part) => part < 256) && last < 256 ** (4 - parts.length);
}

function isIpv6(text: string): boolean {
  const [address = '', ...scope] = text.replace(/^\[(.*)\]$/, '$1').split('%');
  if (scope.length > 1) return false;
  const halves = address.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const mapped = groups.at(-1)?.includes('.') ? groups.pop() : undefined;
  if (mapped !== undefined && !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(mapped)) return false;
  const count = groups.length + (mapped === undefined ? 0 : 2);
  return groups.every((group) => /^[\da-fA-F]{1,4}$/.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}
