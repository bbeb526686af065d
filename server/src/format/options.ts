/** How CQL is laid out. */
export interface FormatOptions {
  /** How keywords are written; names, types, functions and literals stay as they are. */
  readonly keywordCase: 'upper' | 'lower' | 'preserve';
  /** One step of indentation. */
  readonly indent: string;
  /** How long a line may be before it is broken, in UTF-16 code units. */
  readonly width: number;
}

export const DEFAULT_FORMAT: FormatOptions = { keywordCase: 'upper', indent: '  ', width: 100 };
