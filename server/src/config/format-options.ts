import type { FormatOptions } from '../format/options.ts';
import type { Configuration } from './settings.ts';

/** How a project wants its CQL laid out; an editor has an indentation of its own. */
export const formatOptionsOf = (
  { formatKeywords, formatWidth, formatIndent }: Configuration,
  indent = formatIndent === 0 ? '\t' : ' '.repeat(formatIndent),
): FormatOptions => ({
  keywordCase: formatKeywords === 'lower' || formatKeywords === 'preserve' ? formatKeywords : 'upper',
  indent,
  width: formatWidth,
});
