/** As much of a text as fits into a sentence. */
export const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const LONGEST = 80;
