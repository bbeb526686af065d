/** A part of a pattern of paths, which are written with `/`. */
export type PatternPart =
  /** This character, or one of some. */
  | { readonly kind: 'character'; readonly is: string | ((character: string) => boolean) }
  /** Any characters but `/`, or none. */
  | { readonly kind: 'name' }
  /** Any characters, or none. */
  | { readonly kind: 'anything' }
  /** Any whole folders with their `/`, or none. */
  | { readonly kind: 'folders' };

/**
 * Whether a path matches a pattern, or with `within` lies in a folder that does. All ways to match are followed at once: the time is at
 * most that of the pattern's length times the path's, where a regular expression may try every way after the other.
 */
export function matchesPattern(parts: readonly PatternPart[], path: string, within = false): boolean {
  const end = parts.length;
  /** When a place in the pattern was reached last; behind them the same places, within the name of a folder. */
  const reached = new Int32Array(2 * end + 2).fill(-1);
  let at = 0;
  let places: number[] = [];
  const reach = (from: number): void => {
    // What may match nothing is passed at once.
    for (let place = from; reached[place] !== at; place++) {
      reached[place] = at;
      places.push(place);
      if (place === end || parts[place]!.kind === 'character') return;
    }
  };
  reach(0);
  for (const character of path) {
    if (within && character === '/' && reached[end] === at) return true;
    if (places.length === 0) return false;
    const before = places;
    places = [];
    at++;
    for (const place of before) {
      const part = parts[place > end ? place - end - 1 : place];
      if (part === undefined) continue;
      if (part.kind === 'character') {
        if (typeof part.is === 'string' ? part.is === character : part.is(character)) reach(place + 1);
      } else if (part.kind === 'anything' || (part.kind === 'name' && character !== '/')) reach(place);
      else if (part.kind === 'folders') {
        const outside = place > end ? place - end - 1 : place;
        const inside = outside + end + 1;
        if (character === '/') {
          if (place === inside) reach(outside);
        } else if (reached[inside] !== at) {
          reached[inside] = at;
          places.push(inside);
        }
      }
    }
  }
  return reached[end] === at;
}
