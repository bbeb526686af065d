/*
 * The tokens of CQL: Apache Cassandra 3.11 to 6.0, the words that ScyllaDB, DataStax Enterprise and Amazon Keyspaces add,
 * template placeholders, and the slips that are worth a message of their own (unterminated text, typographic quotes, back-ticks).
 *
 * server/src/syntax/lexing/lexer.ts is the fast form of this file; test/syntax/lexer.test.ts keeps the two equal.
 */
lexer grammar CqlLexer;

options { caseInsensitive = true; }

// ---- reserved words

ADD : 'ADD' ;
ALLOW : 'ALLOW' ;
ALTER : 'ALTER' ;
AND : 'AND' ;
APPLY : 'APPLY' ;
ASC : 'ASC' ;
AUTHORIZE : 'AUTHORIZE' ;
BATCH : 'BATCH' ;
BEGIN : 'BEGIN' ;
BY : 'BY' ;
COLUMNFAMILY : 'COLUMNFAMILY' ;
CREATE : 'CREATE' ;
DELETE : 'DELETE' ;
DESC : 'DESC' ;
DESCRIBE : 'DESCRIBE' ;
DROP : 'DROP' ;
ENTRIES : 'ENTRIES' ;
EXECUTE : 'EXECUTE' ;
FALSE : 'FALSE' ;
FROM : 'FROM' ;
FULL : 'FULL' ;
GRANT : 'GRANT' ;
IF : 'IF' ;
IN : 'IN' ;
INDEX : 'INDEX' ;
INFINITY : 'INFINITY' ;
INSERT : 'INSERT' ;
INTO : 'INTO' ;
IS : 'IS' ;
KEYSPACE : 'KEYSPACE' ;
LIMIT : 'LIMIT' ;
MATERIALIZED : 'MATERIALIZED' ;
MODIFY : 'MODIFY' ;
NAN : 'NAN' ;
NORECURSIVE : 'NORECURSIVE' ;
NOT : 'NOT' ;
NULL : 'NULL' ;
OF : 'OF' ;
ON : 'ON' ;
OR : 'OR' ;
ORDER : 'ORDER' ;
PRIMARY : 'PRIMARY' ;
RENAME : 'RENAME' ;
REVOKE : 'REVOKE' ;
SCHEMA : 'SCHEMA' ;
SELECT : 'SELECT' ;
SET : 'SET' ;
TABLE : 'TABLE' ;
TO : 'TO' ;
TOKEN : 'TOKEN' ;
TRUE : 'TRUE' ;
TRUNCATE : 'TRUNCATE' ;
UNLOGGED : 'UNLOGGED' ;
UPDATE : 'UPDATE' ;
USE : 'USE' ;
USING : 'USING' ;
VIEW : 'VIEW' ;
WHERE : 'WHERE' ;
WITH : 'WITH' ;

// ---- words that may also be names

ACCESS : 'ACCESS' ;
AGGREGATE : 'AGGREGATE' ;
AGGREGATES : 'AGGREGATES' ;
ALL : 'ALL' ;
ANN : 'ANN' ;
AS : 'AS' ;
BETWEEN : 'BETWEEN' ;
CALLED : 'CALLED' ;
CAST : 'CAST' ;
CHECK : 'CHECK' ;
CIDRS : 'CIDRS' ;
CLUSTER : 'CLUSTER' ;
CLUSTERING : 'CLUSTERING' ;
COLUMN : 'COLUMN' ;
COMMENT : 'COMMENT' ;
COMMENTS : 'COMMENTS' ;
COMMIT : 'COMMIT' ;
COMPACT : 'COMPACT' ;
CONTAINS : 'CONTAINS' ;
COUNT : 'COUNT' ;
COUNTER : 'COUNTER' ;
CUSTOM : 'CUSTOM' ;
DATACENTERS : 'DATACENTERS' ;
DEFAULT : 'DEFAULT' ;
DISTINCT : 'DISTINCT' ;
END : 'END' ;
EXISTS : 'EXISTS' ;
FIELD : 'FIELD' ;
FILTERING : 'FILTERING' ;
FINALFUNC : 'FINALFUNC' ;
FOR : 'FOR' ;
FROZEN : 'FROZEN' ;
FUNCTION : 'FUNCTION' ;
FUNCTIONS : 'FUNCTIONS' ;
GENERATED : 'GENERATED' ;
GROUP : 'GROUP' ;
HASHED : 'HASHED' ;
IDENTITY : 'IDENTITY' ;
INDEXES : 'INDEXES' ;
INITCOND : 'INITCOND' ;
INPUT : 'INPUT' ;
INTERNALS : 'INTERNALS' ;
JSON : 'JSON' ;
KEY : 'KEY' ;
KEYS : 'KEYS' ;
KEYSPACES : 'KEYSPACES' ;
LABEL : 'LABEL' ;
LABELS : 'LABELS' ;
LANGUAGE : 'LANGUAGE' ;
LET : 'LET' ;
LIKE : 'LIKE' ;
LIST : 'LIST' ;
LOGIN : 'LOGIN' ;
MAP : 'MAP' ;
MASKED : 'MASKED' ;
MBEAN : 'MBEAN' ;
MBEANS : 'MBEANS' ;
NOLOGIN : 'NOLOGIN' ;
NOSUPERUSER : 'NOSUPERUSER' ;
ONLY : 'ONLY' ;
OPTIONS : 'OPTIONS' ;
PARTITION : 'PARTITION' ;
PASSWORD : 'PASSWORD' ;
PER : 'PER' ;
PERMISSION : 'PERMISSION' ;
PERMISSIONS : 'PERMISSIONS' ;
REPLACE : 'REPLACE' ;
RETURNS : 'RETURNS' ;
ROLE : 'ROLE' ;
ROLES : 'ROLES' ;
SECURITY : 'SECURITY' ;
SELECT_MASKED : 'SELECT_MASKED' ;
SFUNC : 'SFUNC' ;
STATIC : 'STATIC' ;
STORAGE : 'STORAGE' ;
STYPE : 'STYPE' ;
SUPERUSER : 'SUPERUSER' ;
SUPERUSERS : 'SUPERUSERS' ;
TABLES : 'TABLES' | 'COLUMNFAMILIES' ;
THEN : 'THEN' ;
TIMESTAMP : 'TIMESTAMP' ;
TRANSACTION : 'TRANSACTION' ;
TRIGGER : 'TRIGGER' ;
TTL : 'TTL' ;
TUPLE : 'TUPLE' ;
TYPE : 'TYPE' ;
TYPES : 'TYPES' ;
UNMASK : 'UNMASK' ;
UNSET : 'UNSET' ;
USER : 'USER' ;
USERS : 'USERS' ;
VALUES : 'VALUES' ;
VECTOR : 'VECTOR' ;

// ---- words of other dialects, and of SQL where people bring them along; all may be names

ATTACH : 'ATTACH' ;
AUTO_INCREMENT : 'AUTO_INCREMENT' ;
BYPASS : 'BYPASS' ;
CACHE : 'CACHE' ;
CONSTRAINT : 'CONSTRAINT' ;
CROSS : 'CROSS' ;
DETACH : 'DETACH' ;
DETERMINISTIC : 'DETERMINISTIC' ;
EDGE : 'EDGE' ;
EFFECTIVE : 'EFFECTIVE' ;
FOREIGN : 'FOREIGN' ;
HAVING : 'HAVING' ;
INNER : 'INNER' ;
JOIN : 'JOIN' ;
LEFT : 'LEFT' ;
LEVEL : 'LEVEL' ;
LEVELS : 'LEVELS' ;
MONOTONIC : 'MONOTONIC' ;
OFFSET : 'OFFSET' ;
OUTER : 'OUTER' ;
PRUNE : 'PRUNE' ;
REBUILD : 'REBUILD' ;
REFERENCES : 'REFERENCES' ;
RELOAD : 'RELOAD' ;
RESTRICT : 'RESTRICT' ;
RIGHT : 'RIGHT' ;
ROWS : 'ROWS' ;
SEARCH : 'SEARCH' ;
SERVICE : 'SERVICE' ;
SERVICE_LEVEL : 'SERVICE_LEVEL' ;
TIMEOUT : 'TIMEOUT' ;
UNION : 'UNION' ;
UNIQUE : 'UNIQUE' ;
UNRESTRICT : 'UNRESTRICT' ;
VERTEX : 'VERTEX' ;

// ---- punctuation

SEMI : ';' ;
COMMA : ',' ;
DOT : '.' ;
RANGE : '..' ;
COLON : ':' ;
QMARK : '?' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
LBRACE : '{' ;
RBRACE : '}' ;
EQ : '=' ;
NE : '!=' ;
LT : '<' ;
LE : '<=' ;
GT : '>' ;
GE : '>=' ;
PLUS : '+' ;
PLUS_EQ : '+=' ;
MINUS : '-' ;
MINUS_EQ : '-=' ;
STAR : '*' ;
SLASH : '/' ;
PERCENT : '%' ;

/** `expr(` is one token of Cassandra's, lower case and without a blank. */
EXPR_OPEN options { caseInsensitive = false; } : 'expr(' ;

// ---- literals

/** Both forms may span lines; `''` is the only escape. */
STRING : '\'' ( ~['] | '\'\'' )* '\'' | '$$' ( ~[$] | '$' ~[$] )* '$$' ;
UNTERMINATED_STRING : '\'' ( ~['] | '\'\'' )* | '$$' ( ~[$] | '$' ~[$] )* '$'? ;

/** The minus belongs to the number, as in Cassandra's lexer. */
INTEGER : '-'? DIGIT+ ;
/** `1..3` is INTEGER RANGE INTEGER, `1...3` FLOAT RANGE INTEGER. */
FLOAT
    : '-'? DIGIT+ '.' DIGIT+ EXPONENT?
    | '-'? DIGIT+ '.' { this.inputStream.LA(1) !== 0x2e || this.inputStream.LA(2) === 0x2e }? EXPONENT?
    | '-'? DIGIT+ EXPONENT
    ;
NEGATIVE_NAN : '-nan' ;
NEGATIVE_INFINITY : '-infinity' ;
HEX : '0x' HEX_DIGIT* ;
UUID : HEX4 HEX4 '-' HEX4 '-' HEX4 '-' HEX4 '-' HEX4 HEX4 HEX4 ;

DURATION : '-'? ( DIGIT+ UNIT )+ ;
ISO_DURATION options { caseInsensitive = false; }
    : '-'? 'P' ( ISO_DATE ( 'T' ISO_TIME )? | 'T' ISO_TIME | DIGIT+ 'W' )
    | '-'? 'P' DIGIT DIGIT DIGIT DIGIT '-' DIGIT DIGIT '-' DIGIT DIGIT 'T' DIGIT DIGIT ':' DIGIT DIGIT ':' DIGIT DIGIT
    ;

// ---- names

IDENT : LETTER ( LETTER | DIGIT | '_' )* ;
QUOTED : '"' ( ~["] | '""' )+ '"' ;
EMPTY_QUOTED : '""' ;
UNTERMINATED_QUOTED : '"' ( ~["] | '""' )* ;

/** A name with a placeholder in it: `${keyspace}`, `prefix_{{.Env}}`, the `{keyspace}` of `{keyspace}.users`, `$KEYSPACE$`, `<%= table %>`, `@table@`, `<<table>>`, `users_%ENV%`. */
TEMPLATE : ( LETTER | DIGIT | '_' )* PLACEHOLDER ( LETTER | DIGIT | '_' | PLACEHOLDER )* ;

/** What people write as a name and Cassandra wants quoted: `_id`, `straße`. */
BAD_NAME : ( LETTER | NAME_LIKE ) ( LETTER | DIGIT | NAME_LIKE )* ;
BACKTICKED : '`' ~[`\r\n]* '`' ;

// ---- pasted from the web: read as what was meant, and reported

TYPOGRAPHIC_STRING : [\u2018\u2019\u201a\u201b] ~['\u2018\u2019\u201a\u201b\r\n]* ['\u2018\u2019\u201a\u201b] ;
TYPOGRAPHIC_QUOTED : [\u201c\u201d\u201e] ~["\u201c\u201d\u201e\r\n]* ["\u201c\u201d\u201e] ;
TYPOGRAPHIC_OPERATOR : [\u2264\u2265\u2260\u21d0\u21d2] ;
TYPOGRAPHIC_SPACE : [\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]+ -> channel(HIDDEN) ;

// ---- written by people who come from SQL

SQL_NE : '<>' ;
SQL_EQ : '==' ;

// ---- between tokens

WHITESPACE : [ \t\r\n]+ -> channel(HIDDEN) ;
LINE_COMMENT : ( '--' | '//' ) ~[\r\n]* -> channel(HIDDEN) ;
BLOCK_COMMENT : '/*' ( ~[*] | '*'+ ~[*/] )* '*'+ '/' -> channel(HIDDEN) ;
UNTERMINATED_COMMENT : '/*' ( ~[*] | '*'+ ~[*/] )* '*'* -> channel(HIDDEN) ;

UNKNOWN : . ;

fragment DIGIT : [0-9] ;
fragment LETTER : [a-z] ;
fragment HEX_DIGIT : [0-9a-f] ;
fragment HEX4 : HEX_DIGIT HEX_DIGIT HEX_DIGIT HEX_DIGIT ;
fragment EXPONENT : 'e' [+-]? DIGIT+ ;
fragment UNIT : 'y' | 'mo' | 'w' | 'd' | 'h' | 'm' | 's' | 'ms' | 'us' | '\u00b5s' | 'ns' ;
fragment ISO_DATE options { caseInsensitive = false; }
    : ISO_NUMBER 'Y' ( ISO_NUMBER 'M' )? ( ISO_NUMBER 'D' )? | ISO_NUMBER 'M' ( ISO_NUMBER 'D' )? | ISO_NUMBER 'D' ;
fragment ISO_TIME options { caseInsensitive = false; }
    : ISO_NUMBER 'H' ( ISO_NUMBER 'M' )? ( ISO_NUMBER 'S' )? | ISO_NUMBER 'M' ( ISO_NUMBER 'S' )? | ISO_NUMBER 'S' ;
fragment ISO_NUMBER : '-'? DIGIT+ ;
fragment NAME_LIKE : '_' | [\u00aa-\u02af\u0370-\u1fff\u3040-\ud7ff] ;
fragment PLACEHOLDER
    : '${' ~[}\r\n]* '}'
    | '#{' ~[}\r\n]* '}'
    | '{{' [ \t-]* ( LETTER | [_.#/^&>$"(!=] ) ~[{},:\r\n]* '}}'
    | '{' LETTER ( LETTER | DIGIT | '_' )* '}' { this.inputStream.LA(1) === 0x2e }?
    | '{{' [ \t-]* ( [_.#/^&>$!=] | LETTER ( LETTER | DIGIT | '_' )* [ \t]+ ~[ \t:,({}\r\n] ) ~[{}\r\n]* '}}'
    | '<%' ~[%\r\n]* '%>'
    | { !/[A-Za-z0-9]/.test(String.fromCharCode(this.inputStream.LA(-1))) }? '<<' [ \t]* ( LETTER | '_' ) ~[<>\r\n]* '>>'
    | '%[' LETTER ~[%\]\r\n]* ']%'
    | { this.inputStream.LA(-1) === 0x5f }? '%' CAPITALS '%'
    | '%' CAPITALS '%' { this.inputStream.LA(1) === 0x5f }?
    | '$(' ~[()\r\n]* ')'
    | '$' ( LETTER | DIGIT | '_' )+ '$'?
    | '@' ( LETTER | '_' ) ( LETTER | DIGIT | [_.] )* '@'?
    ;
/** Two at least: `a_%B%c` is a calculation. */
fragment CAPITALS options { caseInsensitive = false; } : [A-Z] [A-Z0-9_]+ ;
