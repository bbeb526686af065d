import type { Random } from '../generate/random.ts';
import { items } from '../generate/items.ts';

const token =
  /--[^\n\r]*[\n\r]?|\/\/[^\n\r]*[\n\r]?|\/\*[\s\S]*?\*\/|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|expr\(|[0-9a-f]{8}-[0-9a-f-]{27}|\w+(?:\.\d+)?|[<>!+-]=|\.\.|[^\s]/gi;

/** The tokens of a text, roughly: good enough to change one of them. Comments are left out. */
export function roughTokensOf(text: string): readonly string[] {
  return [...text.matchAll(token)].map(([piece]) => piece).filter((piece) => !/^(?:--|\/\/|\/\*)/.test(piece));
}

/** A text that is nearly right: one token deleted, doubled, swapped, replaced or added. */
export function mutated(random: Random, tokens: readonly string[]): readonly string[] {
  if (tokens.length === 0) return tokens;
  const at = random.below(tokens.length);
  const [before, here, after] = [tokens.slice(0, at), tokens[at] ?? '', tokens.slice(at + 1)];
  switch (random.below(8)) {
    case 0:
      return [...before, ...after];
    case 1:
      return [...before, here, here, ...after];
    case 2: {
      const [next, ...rest] = after;
      return next === undefined ? tokens : [...before, next, here, ...rest];
    }
    case 3:
      return [...before, random.pick(strangers), ...after];
    case 4:
      return [...before, random.pick(tokens), ...after];
    case 5:
      return [...before, random.pick(strangers), here, ...after];
    case 6:
      return [...before, random.pick(tokens), here, ...after];
    default:
      return [...before, broken(random, here), ...after];
  }
}

/** Spoils the inside of a token. */
function broken(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return (
        text.slice(0, at) +
        random.pick(["'", '"', '$', '_', '.', '-', '1', 'x', 'é', '\u00a0', ';', '/*', '--', '\\']) +
        text.slice(at)
      );
    case 2:
      return `${text.slice(0, at)} ${text.slice(at)}`;
    default:
      return text.slice(0, at);
  }
}

const strangers: readonly string[] = [
  ...`SELECT FROM WHERE AND OR NOT IN IS NULL LIMIT ORDER BY GROUP ALLOW FILTERING TOKEN SET UPDATE INSERT INTO VALUES DELETE
      USING TTL TIMESTAMP IF EXISTS CREATE ALTER DROP TABLE SCHEMA KEYSPACE TYPE INDEX ON WITH AS PRIMARY KEY STATIC LIST MAP
      TUPLE FROZEN VECTOR JSON DISTINCT COUNT CAST CONTAINS LIKE BETWEEN TRUE NAN DEFAULT UNSET BATCH BEGIN APPLY ENTRIES FULL
      ASC DESC TO RENAME ADD MODIFY GRANT OF VIEW MATERIALIZED PER PARTITION DESCRIBE END FOR COMMENT LABEL HAVING JOIN
      OFFSET REPLACE MBEAN EXECUTE MASKED ANN COLUMNFAMILY`.split(/\s+/),
  ...items(`
    (  )  [  ]  {  }  ,  ;  :  .  ..  =  !=  <>  <  <=  >  >=  +  -  *  /  %
  `),
  ...items('?  +=  -=  @  #  $  |  ||  &  !  ^  ~  `a`  ==  1  -1  1.5  .5  \'x\'  "q"  a  a.b'),
  ...items(`
    0xff  1h  123e4567-e89b-12d3-a456-426614174000  $$x$$  expr(  true  null  nan  -infinity  ≤  “x”  “
  `),
];
