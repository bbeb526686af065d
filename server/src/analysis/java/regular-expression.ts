/** Whether a regular expression of Java matches all of a text; `undefined` where Java and we might differ, or take long to tell. */
export function matchesWhole(expression: string, text: string): boolean | undefined {
  const flags = expression.startsWith('(?i)') ? 'i' : '';
  const plain = flags === '' ? expression : expression.slice('(?i)'.length);
  const ascii = ASCII.test(text);
  if (text.length > LONGEST || !ALIKE.test(plain)) return undefined;
  // Of other letters Java folds and takes for space fewer.
  if (!ascii && (flags !== '' || /\\[sS]/.test(plain) || !LINES_APART.test(text))) return undefined;
  const repetitions = plain.match(/[*+}]/g) ?? [];
  if (repetitions.length > MOST_REPETITIONS || REPEATED_GROUP.test(plain)) return undefined;
  try {
    return new RegExp(`^(?:${plain})$`, ascii ? flags : 'u').test(text);
  } catch {
    return undefined;
  }
}

/** Without line ends, which end a text for one and not for the other. */
const ASCII = /^[ -~]*$/;
const LINES_APART = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;

/** What means the same in both: single characters, their classes without others within, groups, ends, repetitions. */
const ALIKE =
  /^(?:[ -~](?<![\\[\](){}*+?&])|&(?!&)|\\[dDwWsS.\\^$|?*+()[\]{}/-]|\[\^?(?:[ -~](?<![\\[\]&])|\\[dDwWsS.\\^$|?*+()[\]{}/-])+\]|\((?:\?:|(?!\?))|\)|[*+?](?!\+)|\{\d{1,3}(?:,\d{0,3})?\}(?!\+))*$/;

/** Repetitions within repetitions may take as long as they like. */
const REPEATED_GROUP = /\)[*+{]/;
const MOST_REPETITIONS = 3;
const LONGEST = 100;
