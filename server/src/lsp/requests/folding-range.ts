import { FoldingRangeKind, type FoldingRange, type FoldingRangeParams } from 'vscode-languageserver';
import { foldsOf, type Fold } from '../../service/folding.ts';
import { aboutCqlFile } from '../request.ts';

export const foldingRange = aboutCqlFile<FoldingRangeParams, FoldingRange[]>([], ({ subject: { document } }) => {
  const ranges = new Map<number, FoldingRange>();
  for (const { kind, start, end } of foldsOf(document)) {
    const startLine = document.positionAt(start).line;
    const last = document.positionAt(end).line;
    // What closes brackets stays in sight.
    const endLine = kind === 'brackets' ? last - 1 : last;
    // A line folds one thing, the longest that begins there.
    if (endLine <= startLine || ranges.has(startLine)) continue;
    ranges.set(startLine, { startLine, endLine, ...(KINDS[kind] !== undefined && { kind: KINDS[kind] }) });
  }
  return [...ranges.values()];
});

const KINDS: Readonly<Partial<Record<Fold['kind'], FoldingRangeKind>>> = {
  comment: FoldingRangeKind.Comment,
  region: FoldingRangeKind.Region,
};
