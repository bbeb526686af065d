import { ParserRuleContext } from 'antlr4ng';

/**
 * A rule that is being read. There is one frame for each depth, used again for whatever rule is open there: its parent is always the
 * frame above, so that only the rule and the state it was called from change.
 */
export class Frame extends ParserRuleContext {
  rule = 0;

  override get ruleIndex(): number {
    return this.rule;
  }
}
