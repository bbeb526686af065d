/** The items of a list written in columns: two blanks or a line end between them. */
export function items(text: string): readonly string[] {
  return text.trim().split(/ {2,}|\s*\n\s*/);
}
