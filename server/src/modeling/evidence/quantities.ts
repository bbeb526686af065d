/** A number with `k`, `M` or `G`: `10M`, `1.5k`, `100_000`. */
export function parseCount(text: string): number | undefined {
  const match = /^~?\s*(\d[\d_,]*(?:\.\d+)?)\s*([kKMG])?$/.exec(text.trim());
  if (match === null) return undefined;
  return Number(match[1]!.replaceAll(/[_,]/g, '')) * (COUNTS.get(match[2] ?? '') ?? 1);
}

const COUNTS: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['K', 1e3],
  ['M', 1e6],
  ['G', 1e9],
]);

/** Bytes: `200`, `2KiB`, `1.5 MB`. */
export function parseBytes(text: string): number | undefined {
  const match = /^~?\s*(\d[\d_,]*(?:\.\d+)?)\s*(?:(k|K|M|G)(i)?)?B?(?:ytes?)?$/.exec(text.trim());
  if (match === null) return undefined;
  const power = ['', 'k', 'm', 'g'].indexOf((match[2] ?? '').toLowerCase());
  return Number(match[1]!.replaceAll(/[_,]/g, '')) * (match[3] === undefined ? 1000 : 1024) ** power;
}

/** A span of time in seconds: `90d`, `12 hours`. */
export function parseSeconds(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text.trim());
  const unit = match === null ? undefined : secondsOf(match[2]!);
  return unit === undefined ? undefined : Number(match![1]) * unit;
}

/** How often a second: `6/minute`, `200/s`, `3 per day`. */
export function parseRate(text: string): number | undefined {
  const match = /^([\d_.,]+\s*[kKMG]?)\s*(?:\/|per)\s*([a-z]+)$/i.exec(text.trim());
  const count = match === null ? undefined : parseCount(match[1]!);
  const unit = match === null ? undefined : secondsOf(match[2]!);
  return count === undefined || unit === undefined ? undefined : count / unit;
}

function secondsOf(unit: string): number | undefined {
  const name = unit.toLowerCase();
  return SECONDS.find(({ names }) => names.test(name))?.seconds;
}

const SECONDS: readonly { readonly names: RegExp; readonly seconds: number }[] = [
  { names: /^s(?:ec(?:ond)?s?)?$/, seconds: 1 },
  { names: /^m(?:in(?:ute)?s?)?$/, seconds: 60 },
  { names: /^h(?:(?:ou)?rs?)?$/, seconds: 3600 },
  { names: /^d(?:ays?)?$/, seconds: 86_400 },
  { names: /^w(?:eeks?)?$/, seconds: 604_800 },
  { names: /^mo(?:nths?)?$/, seconds: 2_678_400 },
  { names: /^y(?:ears?)?$/, seconds: 31_622_400 },
];
