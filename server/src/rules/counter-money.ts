import { isCounter } from '../catalog/types.ts';
import { singular } from '../modeling/proposal/names.ts';
import { createdTable, typeOf } from './created-table.ts';
import type { Rule } from './rule.ts';

const CODE = 'counter-money';

/** Money in a counter, which may count a thing twice or not at all. */
export const counterMoney: Rule = {
  code: CODE,
  summary: 'Money is kept in a counter, which may count twice.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    return [...made.table.columns.values()]
      .filter(({ name, type }) => isCounter(type) && isOfMoney(name, made.table.name))
      .map(({ name }) => ({
        code: CODE,
        severity: 'hint',
        span: typeOf(made.create, name),
        message:
          `An UPDATE of a counter that timed out may have counted or not, and sent again it may count twice: \`${name}\` is then off by that. ` +
          'Write a row for each payment and add them up, or compare and set with IF.',
        related: [],
      }));
  },
};

/** Hundredths are cents, what is left is a balance, and what is counted is an amount: what else the names say decides. */
const isOfMoney = (column: string, table: string): boolean =>
  isMoney(column, table) || (ANY_NUMBER.test(column) && isMoney(singular(table.replace(/_by_.*$/i, '')), table));

const isMoney = (name: string, table: string): boolean =>
  MONEY.test(name) && !MEASURED.test(name) && (!/(?:^|_)amount$/i.test(name) || PAID.test(`${name}_${table}`));

/** What it is a number of the table says. */
const ANY_NUMBER = /^(?:value|total|sum|amount|current|n|val)$/i;

const MONEY =
  /^(?:cents|dollars|euros|money|balance|amount)_(?!count)|(?:^|_)(?:balance|owed|debt|fees|income|profit|payout|budget|amount|money|price|revenue|turnover|earnings|credit|debit|cents|dollars|euros|usd|eur|brl|funds|salary|wallet|saldo|guthaben|betrag|umsatz|preis|gehalt|centavos|reais|faturamento|receita|ingresos|importe|montant|solde)(?:_(?:cents|usd|eur|brl|centavos))?$/i;

const MEASURED =
  /(?:^|_)(?:temp(?:erature)?|celsius|fahrenheit|kelvin|degrees?|pitch|tuning|detune|humidity|pressure|speed|length|height|width|depth|volt(?:age|s)?|amps?|watts?|kwh|energy|power|water|fluid|heat|load|battery|weight|distance|rain(?:fall)?|snow|white|colou?r|error|retry|latency|time|leave|vacation|holidays?|sleep)(?:_|$)/i;

const PAID =
  /(?:^|_)(?:pay(?:ments?|outs?|roll|ed)?|paid|sales?|sold|orders?|purchases?|prices?|donat(?:ions?|ed)|accounts?|wallets?|bank|invoices?|spen[dt]|spendings?|deposits?|withdrawals?|transfers?|transactions?|charges?|refunds?|tax(?:es)?|tips?|bets?|stakes?|salar(?:y|ies)|earn(?:ed|ings)|bills?|billing|loans?|costs?|expenses?|money|cash|eur|euros?|usd|dollars?|cents?)(?:_|$)/i;
