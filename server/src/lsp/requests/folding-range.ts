import { FoldingRangeKind, type FoldingRange, type FoldingRangeParams } from 'vscode-languageserver';
import { foldsOf, type Fold } from '../../service/folding.ts';
import { aboutCqlFile } from '../request.ts';

export const foldingRange = aboutCqlFile<FoldingRangeParams, FoldingRange[]>([], ({ subject: { document } }) =>
  foldsOf(document).flatMap(({ kind, start, end }): readonly FoldingRange[] => {
    const startLine = document.positionAt(start).line;
    const last = document.positionAt(end).line;
    // What closes brackets stays in sight.
    const endLine = kind === 'brackets' ? last - 1 : last;
    return endLine <= startLine
      ? []
      : [{ startLine, endLine, ...(KINDS[kind] !== undefined && { kind: KINDS[kind] }) }];
  }),
);

const KINDS: Readonly<Partial<Record<Fold['kind'], FoldingRangeKind>>> = {
  comment: FoldingRangeKind.Comment,
  region: FoldingRangeKind.Region,
};
