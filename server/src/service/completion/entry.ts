/** Something that may stand at the caret. */
export interface CompletionEntry {
  readonly label: string;
  /** Right behind the label, and no part of what is compared: the parameters of a function. */
  readonly signature?: string;
  readonly kind:
    | 'keyword'
    | 'operator'
    | 'keyspace'
    | 'table'
    | 'column'
    | 'type'
    | 'function'
    | 'index'
    | 'field'
    | 'option'
    | 'role'
    | 'value'
    | 'statement';
  /** A few words beside the label: a type, a key. */
  readonly detail?: string;
  /** Markdown; worked out only for what somebody looks at. */
  readonly about?: () => string;
  /** What replaces the document's text from `start` to `end`. */
  readonly text: string;
  /** The same with places to fill in, in the syntax of LSP's snippets, for editors that have them. */
  readonly snippet?: string;
  /** What the typed word is compared with, where it is not the label. */
  readonly filter?: string;
  readonly start: number;
  readonly end: number;
}

/** An entry whose place is not known yet; the text is the label where nothing else is said. */
export type Draft = Omit<CompletionEntry, 'text' | 'start' | 'end'> & { readonly text?: string };

/** A text that stands for itself in a snippet. */
export const plain = (text: string): string => text.replaceAll(/[\\$}]/g, (sign) => `\\${sign}`);

/** A place of a snippet that is filled in, with what stands there at first. */
export const field = (number: number, text: string): string => `\${${number}:${plain(text)}}`;

/** What a snippet writes where nobody fills in anything. */
export const renderedOf = (snippet: string): string =>
  snippet.replaceAll(
    /\\([\\$}])|\$\{\d+:((?:\\.|[^\\}])*)\}|\$\d/g,
    (_, sign: string | undefined, standard = '') => sign ?? standard.replaceAll(/\\([\\$}])/g, '$1'),
  );
