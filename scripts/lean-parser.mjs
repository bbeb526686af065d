/**
 * Takes out of a parser that ANTLR generated what its tree needs: the class of each rule's context with its accessors (half of the
 * text), and making one such object for every rule that is entered.
 *
 * What remains says where a rule begins and ends by calling `open(state, rule)` and `close()`, asks for the next token by `LA()`, for
 * what to throw by `misfit()`, and names tokens and rules by number. The network, its predictions and the order of every step stay as they were generated.
 */
export function lean(source) {
  const constants = new Map(
    [...source.matchAll(/public static readonly (\w+) = (-?\d+);/g)].map(([, name, number]) => [name, number]),
  );
  let text = source.slice(0, source.indexOf('\nexport class RootContext'));
  text = replaced(text, /\n\s*public static readonly \w+ = -?\d+;/g, '');
  text = replaced(text, /(public \w+\(\)): \w+Context \{/g, '$1: void {');
  text = replaced(
    text,
    /let localContext = new \w+Context\(this\.context, this\.state\);\s+this\.enterRule\(localContext, (\d+), (CqlParser\.RULE_\w+)\);/g,
    'this.open($1, $2);',
  );
  text = replaced(text, /\n\s*this\.enterOuterAlt\(localContext, \d+\);/g, '');
  text = replaced(text, /throw new antlr\.NoViableAltException\(this\)/g, 'throw this.misfit()');
  text = replaced(text, /this\.exitRule\(\);/g, 'this.close();');
  text = replaced(text, /\n\s*return localContext;/g, '');
  text = replaced(text, /this\.tokenStream\.LA\(1\)/g, 'this.LA()');
  text = replaced(text, /\bCqlParser\.((?:RULE_)?[A-Z]\w*)\b/g, (whole, name) => constants.get(name) ?? whole);
  // The network is built for the first parser, not as the module is loaded.
  text = replaced(
    text,
    /private static readonly decisionsToDFA = (CqlParser\._ATN\.decisionToState\.map\(.*\));/g,
    `private static learnt: antlr.DFA[] | undefined;
    private static get decisionsToDFA(): antlr.DFA[] { return CqlParser.learnt ??= $1; }`,
  );
  // ANTLR has verified it as it wrote it.
  text = replaced(
    text,
    /new antlr\.ATNDeserializer\(\)/g,
    'new antlr.ATNDeserializer({ readOnly: false, verifyATN: false, generateRuleBypassTransitions: false })',
  );
  text = replaced(
    text,
    'export class CqlParser extends antlr.Parser {',
    `export abstract class CqlParser extends antlr.Parser {${HOOKS}`,
  );
  const left = /localContext|\w+Context\b(?<!PredictionContextCache)/.exec(
    text.replaceAll('PredictionContextCache', ''),
  );
  if (left !== null) throw new Error(`the generated parser has another form than expected: ${left[0]}`);
  return text;
}

const HOOKS = `
    protected abstract open(state: number, rule: number): void;
    protected abstract close(): void;
    protected abstract LA(): number;
    protected abstract misfit(): antlr.RecognitionException;
`;

function replaced(text, pattern, by) {
  const result = text.replaceAll(pattern, by);
  if (result === text) throw new Error(`the generated parser has another form than expected: no ${pattern}`);
  return result;
}
