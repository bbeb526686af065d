/** A Java collection of texts as it is printed. */
export const printList = (items: Iterable<string>): string => `[${[...items].join(', ')}]`;
