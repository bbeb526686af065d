import type { Place } from './place.ts';

/**
 * Brings the language's own words to the case in which the word is begun, else in that of the statement: one that is typed in full
 * stays as it is.
 */
export function inCase({ subject, caret, tokens }: Place, otherwise: 'upper' | 'lower'): (word: string) => string {
  const begun = subject.document.slice(caret.wordStart, caret.wordEnd).replaceAll(/[^A-Za-z]/g, '');
  const model = begun === '' && otherwise === 'upper' && tokens.count > 0 ? tokens.text(0) : begun;
  const isLower = model === model.toLowerCase();
  if (otherwise === 'upper') return (word) => (isLower && model !== '' ? word.toLowerCase() : word);
  return (word) => (model === '' || model !== model.toUpperCase() ? word : word.toUpperCase());
}
