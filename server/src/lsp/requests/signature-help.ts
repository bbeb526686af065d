import type { SignatureHelp, SignatureHelpParams } from 'vscode-languageserver';
import { signatureHelpAt } from '../../service/signature-help.ts';
import { plainTextOf } from '../plain-text.ts';
import { aboutCqlFile } from '../request.ts';

export const signatureHelp = aboutCqlFile<SignatureHelpParams, SignatureHelp | null>(
  null,
  (asked, { position, context }) => {
    const { subject, positions } = asked;
    const byItself = context?.triggerCharacter !== undefined && !context.isRetrigger;
    const found = signatureHelpAt(subject, positions.offset(subject.document, position), byItself);
    if (found === undefined) return null;
    const { signatures, active } = found;
    const fitting = signatures.findIndex(({ parameters }) => parameters.length > active);
    return {
      signatures: signatures.map(({ label, parameters, documentation }) => ({
        label,
        parameters: parameters.map(([start, end]) => ({
          label: asked.client.labelOffsets ? [start, end] : label.slice(start, end),
        })),
        ...(documentation !== undefined && { documentation: plainTextOf(documentation) }),
      })),
      activeSignature: Math.max(0, fitting),
      activeParameter: active,
    };
  },
);
