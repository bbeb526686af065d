/*
 * The syntax of CQL, one statement at a time: a superset of Apache Cassandra 3.11 to 6.0 and of what other dialects add.
 *
 * - Decisions are LL(1) wherever the language allows it: the parser then runs on switches instead of predictions.
 * - Expressions are flat; precedence, arity of types and where a bare name may stand are decided when the tree is lowered.
 * - Constructs that not every release has, and those of SQL and other dialects, have rules of their own, named in
 *   server/src/syntax/features.ts, which says where they exist. Rules whose name begins with `sql` are never valid CQL.
 * - `misplacedClause` takes clauses that come in the wrong order, so that one message says so and the tree stays whole. A clause that
 *   may stand where it is met is never misplaced: the parser takes it there by its first word (server/src/syntax/parsing/prediction.ts).
 */
parser grammar CqlParser;

options { tokenVocab = CqlLexer; }

root : statement? SEMI* EOF ;

statement
    : selectStatement
    | insertStatement
    | updateStatement
    | deleteStatement
    | beginStatement
    | loneLetStatement
    | useStatement
    | truncateStatement
    | createStatement
    | alterStatement
    | dropStatement
    | grantStatement
    | revokeStatement
    | listStatement
    | describeStatement
    | addIdentityStatement
    | commentStatement
    | securityLabelStatement
    | foreignStatement
    | templateStatement
    | shellCommand
    ;

// ---------------------------------------------------------------- queries

selectStatement
    : SELECT selectModifiers selectors
      ( FROM fromClause
        templateClause*
        whereClause? groupByClause? orderByClause? perPartitionLimitClause? limitClause? allowFilteringClause? bypassCacheClause?
        misplacedClause*
      | withoutTable
      )
    ;
/** `SELECT now()`. */
withoutTable : limitClause? ;

selectModifiers : jsonModifier? distinctModifier? ;
jsonModifier : JSON ;
distinctModifier : DISTINCT ;

selectors : selector ( COMMA selector )* ;
selector : STAR | sqlTableStar | expression ( AS ident | sqlImplicitAlias )? ;
/** `t.*`. */
sqlTableStar : ident DOT STAR ;
sqlImplicitAlias : IDENT ;

fromClause : tableName ( mutationFragments | sqlTableAlias? ( sqlJoin | sqlCommaJoin )* ) ;
/** `MUTATION_FRAGMENTS(table)`. */
mutationFragments : LPAREN tableName RPAREN ;
sqlTableAlias : AS? IDENT ;
sqlCommaJoin : COMMA tableName sqlTableAlias? ;
sqlJoin : ( INNER | LEFT | RIGHT | FULL | CROSS | OUTER )* JOIN tableName sqlTableAlias? ( ON relation ( AND relation )* | USING LPAREN ident ( COMMA ident )* RPAREN )? ;

templateClause : TEMPLATE ;

misplacedClause
    : whereClause
    | groupByClause
    | orderByClause
    | perPartitionLimitClause
    | limitClause
    | allowFilteringClause
    | bypassCacheClause
    | usingClause
    | indexHintsClause
    | sqlHaving
    | sqlOffset
    | sqlUnion
    | templateClause
    ;

whereClause : WHERE relation ( ( AND | sqlOr ) relation )* ;
sqlOr : OR ;
groupByClause : GROUP BY expression ( COMMA expression )* ;
orderByClause : ORDER BY ordering ( COMMA ordering )* ;
ordering : sqlQualifier? columnName ( annOf | searchScore )? ( ASC | DESC )? ;
/** `t.` before a column. */
sqlQualifier : ident DOT ;
annOf : ANN OF expression ;
/** `BM25(column, 'words')`. */
searchScore : callArguments ;
perPartitionLimitClause : PER PARTITION LIMIT expression ;
limitClause : LIMIT expression sqlLimitOffset? ;
sqlLimitOffset : COMMA expression ;
allowFilteringClause : ALLOW FILTERING ;
bypassCacheClause : BYPASS CACHE ;
/** `BYPASS LARGE_DATA_GUARDRAILS`. */
bypassGuardrailsClause : BYPASS IDENT ;
indexHintsClause : WITH property ( AND property )* ;
sqlHaving : HAVING relation ( ( AND | sqlOr ) relation )* ;
sqlOffset : OFFSET expression ROWS? ;
sqlUnion : UNION ALL? selectStatement ;

// ---------------------------------------------------------------- relations

relation
    : relationLeft relationTail
    | relationGroup relationTail?
    | customExpression
    | templateClause
    ;

/** `(a, b)` before an operator, or relations in parentheses. */
relationGroup : LPAREN groupedRelation ( ( COMMA | AND | sqlOr ) groupedRelation )* RPAREN ;
groupedRelation
    : relationLeft relationTail?
    | relationGroup relationTail?
    | customExpression
    ;
relationLeft : ( path modifier* | literal ) sqlCalculation* ;
sqlCalculation : ( PLUS | MINUS | STAR | SLASH | PERCENT ) operand ;
customExpression : EXPR_OPEN ident COMMA expression RPAREN ;

relationTail
    : comparison expression
    | IN inOperand
    | notOperator
    | CONTAINS KEY? expression
    | LIKE expression
    | between
    | IS isTail
    | sqlMatch
    ;
/** `name : 'word'`. */
sqlMatch : COLON ( literal | marker ) ;

notOperator : NOT ( IN inOperand | CONTAINS KEY? expression | sqlNotLike | sqlNotBetween ) ;
sqlNotLike : LIKE expression ;
sqlNotBetween : BETWEEN expression AND expression ;
between : BETWEEN expression AND expression ;
isTail : NOT NULL | sqlIsNull ;
sqlIsNull : NULL ;

inOperand : LPAREN ( sqlSubquery | expression ( COMMA expression )* )? RPAREN | marker | ident ;
sqlSubquery : selectStatement ;

comparison : EQ | LT | LE | GT | GE | NE | TYPOGRAPHIC_OPERATOR | sqlComparison ;
sqlComparison : SQL_NE | SQL_EQ ;

// ---------------------------------------------------------------- expressions

expression : operand ( ( PLUS | MINUS | STAR | SLASH | PERCENT ) operand )* ;

operand
    : MINUS operand
    | ( literal | NULL | marker | listLiteral | braceLiteral | parenthesised | path ) modifier*
    ;

modifier : DOT columnName | LBRACKET subscript RBRACKET ;
subscript : expression ( RANGE expression? )? | RANGE expression ;

literal
    : STRING
    | INTEGER
    | FLOAT
    | TRUE
    | FALSE
    | UUID
    | HEX
    | DURATION
    | ISO_DURATION
    | NAN
    | INFINITY
    | NEGATIVE_NAN
    | NEGATIVE_INFINITY
    | UNTERMINATED_STRING
    | TYPOGRAPHIC_STRING
    ;

marker : QMARK | COLON ident ;

listLiteral : LBRACKET ( expression ( COMMA expression )* )? RBRACKET ;

/** A set, a map or the fields of a user-defined type: told apart by what stands in it. */
braceLiteral : LBRACE ( braceEntry ( COMMA braceEntry )* )? RBRACE ;
braceEntry : expression ( COLON expression )? ;

/** A tuple, a grouping, or a type before the value that it is a hint for: `(int) ?`. */
parenthesised
    : LPAREN ( sqlSubquery | genericType | expression ( COMMA expression )* ) RPAREN typeHintOperand?
    ;
/** `(a + b)[1]` is read so too; the lowering and the checks tell it from the hint of a list. */
typeHintOperand : literal | NULL | marker | listLiteral | braceLiteral | parenthesised | hintedPath ;
/** A path, but `(a) AS b` is about an alias, and `(a) % b` and `(a) < b` are about operators. */
hintedPath : functionWord callArguments | hintedName ( DOT ( columnName | functionWord ) )* callArguments? ;
hintedName
    : IDENT | QUOTED | wordButAs | TEMPLATE | BAD_NAME | BACKTICKED | UNTERMINATED_QUOTED | TYPOGRAPHIC_QUOTED | EMPTY_QUOTED
    ;

/** A column, a field, or a function with its arguments. */
path : functionWord callArguments | columnName ( DOT ( columnName | functionWord ) )* callArguments? ;
functionWord : TOKEN ;
callArguments : LPAREN ( STAR | callArgument ( COMMA callArgument )* | sqlDistinctArgument )? RPAREN ;
sqlDistinctArgument : DISTINCT expression ;
callArgument : expression ( AS type )? ;

// ---------------------------------------------------------------- writes

insertStatement
    : INSERT INTO tableName
      ( insertJson
      | ( columnList | templateClause | sqlNoColumnList ) VALUES ( valueRow ( COMMA sqlExtraRow )* | templateClause )
      | templateClause
      )
      insertCondition? usingClause?
      misplacedWriteClause*
    ;
insertJson : JSON jsonValue ( DEFAULT ( NULL | UNSET ) )? ;
jsonValue : literal | marker | ident ;
columnList : LPAREN columnName ( COMMA columnName )* RPAREN ;
sqlNoColumnList : ;
valueRow : LPAREN expression ( COMMA expression )* RPAREN ;
sqlExtraRow : valueRow ;

updateStatement
    : UPDATE tableName usingClause? SET assignment ( COMMA assignment )* earlyClause* ( whereClause | templateClause )
      conditions? misplacedWriteClause*
    ;
/** `a = a -1` ends in an INTEGER: the lexer gives it the minus, as it gives it to `-nan`. */
assignment
    : columnName
      ( EQ expression ( INTEGER | NEGATIVE_NAN | NEGATIVE_INFINITY )?
      | ( PLUS_EQ | MINUS_EQ ) expression
      | LBRACKET expression RBRACKET EQ expression
      | DOT columnName EQ expression
      )
    | templateClause
    ;

deleteStatement
    : DELETE ( sqlDeleteStar | deleteTarget ( COMMA deleteTarget )* )? FROM tableName usingClause? earlyClause*
      ( whereClause | templateClause )
      conditions? misplacedWriteClause*
    ;
sqlDeleteStar : STAR ;
deleteTarget : columnName ( LBRACKET expression RBRACKET | DOT columnName )? ;

misplacedWriteClause
    : bypassGuardrailsClause | usingClause | whereClause | conditions | templateClause | limitClause | allowFilteringClause
    ;
/** What stands before WHERE and should stand elsewhere. */
earlyClause : usingClause | conditions ;

usingClause : USING usingItem ( AND usingItem )* ;
usingItem : TIMESTAMP expression | TTL expression | timeoutItem | serviceLevelItem | templateClause ;
timeoutItem : TIMEOUT expression ;
serviceLevelItem : serviceLevelWord serviceLevelName ;

conditions : IF ( EXISTS | misplacedNotExists | relation ( ( AND | sqlOr ) relation )* ) ;
misplacedNotExists : NOT EXISTS ;
insertCondition : IF ( NOT EXISTS | misplacedCondition ) ;
misplacedCondition : EXISTS | relation ( ( AND | sqlOr ) relation )* ;
ifNotExists : IF NOT EXISTS ;
ifExists : IF EXISTS ;

beginStatement : BEGIN ( batch | transaction ) ;
batch : ( UNLOGGED | COUNTER )? BATCH usingClause? ( batchItem SEMI* )* APPLY BATCH ;
batchItem : insertStatement | updateStatement | deleteStatement | templateClause ;

transaction
    : TRANSACTION ( letStatement SEMI )* ( transactionSelect SEMI )?
      ( IF transactionCondition ( AND transactionCondition )* THEN )?
      ( transactionWrite SEMI )*
      ( END IF SEMI? )?
      COMMIT TRANSACTION
    ;
/** Whatever else a relation is stays one, for what is said about it. */
transactionCondition : expression comparison expression | relation ;
/** Outside of transactions LET reads, and keeps nothing. */
loneLetStatement : letStatement ;
letStatement : LET ident EQ LPAREN selectStatement RPAREN ;
transactionSelect : SELECT selectModifiers selectors ( FROM fromClause whereClause? groupByClause? orderByClause? perPartitionLimitClause? limitClause? allowFilteringClause? indexHintsClause? )? ;
transactionWrite : insertStatement | updateStatement | deleteStatement ;

useStatement : USE ( ident | marker ) ;
truncateStatement : TRUNCATE tableWord? tableName usingClause? ;

// ---------------------------------------------------------------- schema

createStatement
    : CREATE
      ( createKeyspace
      | createTable
      | createType
      | createIndex
      | createView
      | orReplace? ( createFunction | createAggregate )
      | createTrigger
      | createRole
      | createUser
      | createGeneratedRole
      | createServiceLevel
      | createSearchIndex
      )
    ;
orReplace : OR REPLACE ;

keyspaceWord : KEYSPACE | SCHEMA ;
tableWord : TABLE | COLUMNFAMILY ;

createKeyspace : keyspaceWord ifNotExists? ( ident | marker ) templateClause* withProperties? ;

createTable
    : tableWord ifNotExists? tableName
      ( LPAREN tableItems RPAREN templateClause* tableOptions? | createTableLike )
    ;
createTableLike : LIKE tableName ( WITH likeOption ( AND likeOption )* )? ;
likeOption : property | INDEXES | COMMENTS | SECURITY LABELS | ALL ;

tableItems : tableItem ( COMMA tableItem? )* ;
tableItem : sqlForeignKey | sqlConstraint | primaryKey | templateClause | columnDefinition ;
columnDefinition : ident type columnModifier* ;
columnModifier
    : STATIC
    | ttlColumn
    | columnConstraint
    | mask
    | PRIMARY KEY
    | sqlColumnModifier
    ;
/** The column that says when its row expires. */
ttlColumn : TTL ;
columnConstraint : NOT NULL | CHECK checkCondition ( AND checkCondition )* ;
checkCondition : columnName ( LPAREN ( expression ( COMMA expression )* )? RPAREN )? ( comparison expression )? | NOT NULL ;
sqlColumnModifier : AUTO_INCREMENT | UNIQUE | NULL | DEFAULT expression | REFERENCES tableName ( LPAREN ident RPAREN )? ;
sqlForeignKey : FOREIGN KEY LPAREN ident ( COMMA ident )* RPAREN REFERENCES tableName ( LPAREN ident ( COMMA ident )* RPAREN )? ;
sqlConstraint : CONSTRAINT ident ( sqlForeignKey | primaryKey | UNIQUE LPAREN ident ( COMMA ident )* RPAREN ) ;
mask : MASKED WITH ( DEFAULT | functionName LPAREN ( expression ( COMMA expression )* )? RPAREN ) ;

primaryKey : PRIMARY KEY LPAREN partitionKey ( COMMA ident )* RPAREN ;
partitionKey : LPAREN ident ( COMMA ident )* RPAREN | ident ;

tableOptions : WITH tableOption ( AND tableOption )* ;
tableOption : clusteringOrder | compactStorage | graphLabel | templateClause | property ;
clusteringOrder
    : CLUSTERING ORDER BY LPAREN ( ident ( ASC | DESC | templateClause ) | templateClause )
      ( COMMA ( ident ( ASC | DESC | templateClause ) | templateClause ) )* RPAREN
    ;
compactStorage : COMPACT STORAGE ;
graphLabel : ( VERTEX | EDGE ) LABEL ident ( FROM ident LPAREN graphKey RPAREN TO ident LPAREN graphKey RPAREN )? ;
graphKey : ( ident | LPAREN ident ( COMMA ident )* RPAREN ) ( COMMA ident )* ;

withProperties : WITH keyspaceOption ( AND keyspaceOption )* ;
keyspaceOption : property | templateClause ;
property : ident EQ expression ;

createType : TYPE ifNotExists? typeName LPAREN fieldDefinition ( COMMA fieldDefinition? )* RPAREN ;
fieldDefinition : ident type | templateClause ;

createIndex
    : CUSTOM? INDEX ifNotExists? indexName? ON tableName LPAREN ( indexTarget ( COMMA indexTarget )* )? RPAREN
      ( USING ( STRING | UNTERMINATED_STRING | TYPOGRAPHIC_STRING | ident ) )?
      templateClause* withProperties?
    ;
indexName : ident ( DOT ident )? ;
indexTarget : ( VALUES | KEYS | ENTRIES | FULL ) LPAREN columnName RPAREN | localIndexKey | columnName ;
localIndexKey : LPAREN ident ( COMMA ident )* RPAREN ;

createView
    : MATERIALIZED VIEW ifNotExists? tableName AS
      SELECT selectors FROM tableName templateClause* whereClause?
      primaryKey
      templateClause* tableOptions?
    ;

createFunction
    : FUNCTION ifNotExists? functionName LPAREN ( functionParameter ( COMMA functionParameter )* )? RPAREN
      ( CALLED | RETURNS NULL ) ON NULL INPUT
      RETURNS type
      functionTrait*
      LANGUAGE ident AS ( STRING | UNTERMINATED_STRING | TYPOGRAPHIC_STRING | ident )
    ;
functionParameter : ident type ;
functionTrait : DETERMINISTIC | MONOTONIC ( ON ident )? ;

createAggregate
    : AGGREGATE ifNotExists? functionName LPAREN ( type ( COMMA type )* )? RPAREN
      SFUNC functionName STYPE type reduceFunction? ( FINALFUNC functionName )? ( INITCOND expression )? DETERMINISTIC?
    ;

reduceFunction : IDENT functionName ;

createTrigger : TRIGGER ifNotExists? ident ON tableName USING ( STRING | UNTERMINATED_STRING | TYPOGRAPHIC_STRING | ident ) ;

alterStatement
    : ALTER
      ( keyspaceWord ifExists? ( ident | marker ) withProperties?
      | tableWord ifExists? tableName alterTableChange
      | TYPE ifExists? typeName alterTypeChange
      | alterView
      | alterRole
      | alterUser
      | alterServiceLevel
      | alterSearchIndex
      )
    ;
alterTableChange
    : ADD ifNotExists? ( columnDefinition | LPAREN columnDefinition ( COMMA columnDefinition )* RPAREN )
    | DROP ( COMPACT STORAGE | ifExists? ( columnName | LPAREN columnName ( COMMA columnName )* RPAREN ) ( USING TIMESTAMP expression )? )
    | RENAME ifExists? renamePair ( AND renamePair )*
    | ALTER ifExists? columnName ( TYPE type | mask | DROP ( MASKED | CHECK | NOT NULL ) | columnConstraint )
    | rowTtl
    | withProperties
    ;
rowTtl : TTL ( NULL | columnName ) ;
renamePair : columnName TO columnName ;
alterTypeChange
    : ADD ifNotExists? fieldDefinition
    | RENAME ifExists? renamePair ( AND renamePair )*
    | ALTER ident TYPE type
    ;
alterView : MATERIALIZED VIEW ifExists? tableName withProperties? ;

dropStatement
    : DROP
      ( keyspaceWord ifExists? ( ident | marker )
      | tableWord ifExists? tableName
      | TYPE ifExists? typeName
      | INDEX ifExists? indexName
      | MATERIALIZED VIEW ifExists? tableName
      | ( FUNCTION | AGGREGATE ) ifExists? functionName ( LPAREN ( type ( COMMA type )* )? RPAREN )?
      | TRIGGER ifExists? ident ON tableName
      | ROLE ifExists? roleName
      | USER ifExists? roleName
      | dropIdentity
      | dropServiceLevel
      | dropSearchIndex
      )
    ;

// ---------------------------------------------------------------- roles and permissions

createRole : ROLE ifNotExists? roleName ( WITH roleOption ( AND roleOption )* )? ;
createGeneratedRole : GENERATED ROLE ifNotExists? roleName? ( WITH roleOption ( AND roleOption )* )? ;
alterRole : ROLE ifExists? roleName ( WITH roleOption ( AND roleOption )* )? ;
roleOption
    : ( HASHED PASSWORD | PASSWORD ) EQ literal
    | generatedPassword
    | OPTIONS EQ braceLiteral
    | ( SUPERUSER | LOGIN ) EQ ( TRUE | FALSE )
    | ACCESS TO ( ALL DATACENTERS | DATACENTERS braceLiteral )
    | ACCESS FROM ( ALL CIDRS | CIDRS braceLiteral )
    | serviceLevelOption
    | templateClause
    ;
serviceLevelOption : SERVICE_LEVEL EQ expression ;
generatedPassword : GENERATED PASSWORD ;
createUser : USER ifNotExists? roleName ( WITH userPassword )? ( SUPERUSER | NOSUPERUSER )? ;
alterUser : USER ifExists? roleName ( WITH userPassword )? ( SUPERUSER | NOSUPERUSER )? ;
userPassword : ( HASHED PASSWORD | PASSWORD ) literal | generatedPassword ;
roleName : ident | STRING | TYPOGRAPHIC_STRING | UNTERMINATED_STRING | QMARK ;

addIdentityStatement : ADD IDENTITY ifNotExists? roleName TO ROLE roleName ;
dropIdentity : IDENTITY ifExists? roleName ;

grantStatement : GRANT ( permissions ON resource TO roleName | roleName TO roleName ) ;
revokeStatement : REVOKE ( permissions ON resource FROM roleName | roleName FROM roleName ) ;
permissions : rightToGrant? ( ALL PERMISSIONS? | permission PERMISSION? ( COMMA permission PERMISSION? )* ) ;
rightToGrant : AUTHORIZE FOR ;
permission : CREATE | ALTER | DROP | SELECT | MODIFY | AUTHORIZE | DESCRIBE | EXECUTE | UNMASK | SELECT_MASKED ;
resource
    : ALL ( KEYSPACES | TABLES IN keyspaceWord ( ident | marker ) | ROLES | FUNCTIONS ( IN keyspaceWord ( ident | marker ) )? | MBEANS )
    | keyspaceWord ( ident | marker )
    | ROLE roleName
    | FUNCTION functionName LPAREN ( type ( COMMA type )* )? RPAREN
    | ( MBEAN | MBEANS ) STRING
    | rowsResource
    | tableWord? tableName
    ;
rowsResource : STRING ROWS IN tableName ;

listStatement
    : LIST
      ( ROLES ( OF roleName )? NORECURSIVE?
      | USERS
      | SUPERUSERS
      | listServiceLevels
      | ( ALL PERMISSIONS? | permission PERMISSION? ( COMMA permission PERMISSION? )* ) ( ON resource )? ( OF roleName )? NORECURSIVE?
      )
    ;

// ---------------------------------------------------------------- descriptions, comments, labels

describeStatement : ( DESCRIBE | DESC ) describeTarget ( WITH INTERNALS ( AND ident )? )? ;
describeTarget
    : CLUSTER
    | FULL? SCHEMA
    | KEYSPACES
    | ONLY? KEYSPACE ident?
    | TABLES
    | TABLE tableName
    | COLUMNFAMILY tableName
    | INDEX tableName
    | MATERIALIZED VIEW tableName
    | TYPES
    | TYPE tableName
    | FUNCTIONS
    | FUNCTION functionName
    | AGGREGATES
    | AGGREGATE functionName
    | tableName
    ;

commentStatement : COMMENT ON labelled IS ( literal | NULL ) ;
securityLabelStatement : SECURITY LABEL ( FOR ident )? ON labelled IS ( literal | NULL ) ;
labelled : ( KEYSPACE | tableWord | COLUMN | TYPE | FIELD ) ident ( DOT ident )* ;

// ---------------------------------------------------------------- other dialects, tools and templates

foreignStatement
    : pruneView
    | useSearchIndex
    | restrictRows
    | restrictPermissions
    | giveServiceLevel
    ;
pruneView : PRUNE MATERIALIZED VIEW tableName whereClause? ( USING pruneItem ( AND pruneItem )* )? ;
useSearchIndex
    : REBUILD SEARCH INDEX ( searchedTable WITH? )? rest
    | ( RELOAD | COMMIT ) SEARCH INDEX searchedTable? rest
    ;
restrictRows : ( RESTRICT | UNRESTRICT ) ROWS ON tableName ( USING ident )? ;
restrictPermissions
    : RESTRICT permissions ON resource TO roleName
    | UNRESTRICT permissions ON resource FROM roleName
    ;
giveServiceLevel
    : ATTACH serviceLevelWord serviceLevelName TO roleName
    | DETACH serviceLevelWord FROM roleName
    ;
/** The other one is CONCURRENCY. */
pruneItem : timeoutItem | IDENT expression ;
serviceLevelWord : SERVICE LEVEL | SERVICE_LEVEL ;
createServiceLevel : serviceLevelWord ifNotExists? serviceLevelName withProperties? ;
alterServiceLevel : serviceLevelWord serviceLevelName withProperties? ;
dropServiceLevel : serviceLevelWord ifExists? serviceLevelName ;
serviceLevelName : ident | STRING | TYPOGRAPHIC_STRING | UNTERMINATED_STRING ;
listServiceLevels
    : EFFECTIVE serviceLevelWord OF roleName
    | SERVICE ( LEVELS | LEVEL serviceLevelName )
    | SERVICE_LEVEL serviceLevelName
    | ALL IDENT? ( SERVICE LEVELS | IDENT )
    | IDENT serviceLevelWord OF roleName
    ;
createSearchIndex : SEARCH INDEX ifNotExists? ( searchedTable WITH? )? rest ;
alterSearchIndex : SEARCH INDEX ( SCHEMA | ident )? ( searchedTable ( ADD | SET | DROP )? )? rest ;
dropSearchIndex : SEARCH INDEX ( searchedTable WITH? )? rest ;
searchedTable : ON tableName ;

/** A statement that begins with a placeholder may be anything. */
templateStatement : TEMPLATE rest ;

/** A command of cqlsh (or of a migration tool): its own words, up to the end of the line or the `;`. */
shellCommand : ( IDENT | LOGIN | QMARK ) rest ;

rest : ( ~SEMI )* ;

// ---------------------------------------------------------------- types

type : typeWord ( LT typeArgument ( COMMA typeArgument )* GT )? sqlTypeLength? ;
typeWord : SET | STRING | ident ( DOT ident )? ;
typeArgument : type | INTEGER ;
sqlTypeLength : LPAREN INTEGER ( COMMA INTEGER )? RPAREN ;
genericType : ( LIST | SET | MAP | TUPLE | VECTOR | FROZEN ) LT typeArgument ( COMMA typeArgument )* GT ;

// ---------------------------------------------------------------- names

/** A table may be a bind marker in a template. */
tableName : ( ident | marker ) ( DOT ( ident | marker ) )? ;
typeName : ident ( DOT ident )? ;
functionName : functionWord | ( ident | marker ) ( DOT ( ident | functionWord ) )? ;
/** An ident, not called as one because there are so many; a column may also be named "" in tables made by Thrift. */
columnName
    : IDENT | QUOTED | unreserved | TEMPLATE | BAD_NAME | BACKTICKED | UNTERMINATED_QUOTED | TYPOGRAPHIC_QUOTED | placeholder
    | EMPTY_QUOTED
    ;

ident : IDENT | QUOTED | unreserved | TEMPLATE | BAD_NAME | BACKTICKED | UNTERMINATED_QUOTED | TYPOGRAPHIC_QUOTED | placeholder ;

/** `<your keyspace>`, `<keyspace.table>`, `%s`, `%(name)s` and `%NAME%`. */
placeholder
    : LT ( IDENT | unreserved | reserved | MINUS | DOT | INTEGER )+ GT
    | PERCENT ( IDENT PERCENT? | ( unreserved | reserved ) PERCENT | LPAREN IDENT RPAREN IDENT )
    ;

unreserved : AS | wordButAs ;
wordButAs
    : ACCESS | AGGREGATE | AGGREGATES | ALL | ANN | BETWEEN | CALLED | CAST | CHECK | CIDRS | CLUSTER | CLUSTERING | COLUMN
    | COMMENT | COMMENTS | COMMIT | COMPACT | CONTAINS | COUNT | COUNTER | CUSTOM | DATACENTERS | DEFAULT | DISTINCT | END | EXISTS
    | FIELD | FILTERING | FINALFUNC | FOR | FROZEN | FUNCTION | FUNCTIONS | GENERATED | GROUP | HASHED | IDENTITY | INDEXES
    | INITCOND | INPUT | INTERNALS | JSON | KEY | KEYS | KEYSPACES | LABEL | LABELS | LANGUAGE | LET | LIKE | LIST | LOGIN | MAP
    | MASKED | MBEAN | MBEANS | NOLOGIN | NOSUPERUSER | ONLY | OPTIONS | PARTITION | PASSWORD | PER | PERMISSION | PERMISSIONS
    | REPLACE | RETURNS | ROLE | ROLES | SECURITY | SELECT_MASKED | SFUNC | STATIC | STORAGE | STYPE | SUPERUSER | SUPERUSERS
    | TABLES | THEN | TIMESTAMP | TRANSACTION | TRIGGER | TTL | TUPLE | TYPE | TYPES | UNMASK | UNSET | USER | USERS | VALUES | VECTOR
    | ATTACH | AUTO_INCREMENT | BYPASS | CACHE | CONSTRAINT | CROSS | DETACH | DETERMINISTIC | EDGE | EFFECTIVE | FOREIGN | HAVING
    | INNER | JOIN | LEFT | LEVEL | LEVELS | MONOTONIC | OFFSET | OUTER | PRUNE | REBUILD | REFERENCES | RELOAD | RESTRICT | RIGHT
    | ROWS | SEARCH | SERVICE | SERVICE_LEVEL | TIMEOUT | UNION | UNIQUE | UNRESTRICT | VERTEX
    ;

reserved
    : ADD | ALLOW | ALTER | AND | APPLY | ASC | AUTHORIZE | BATCH | BEGIN | BY | COLUMNFAMILY | CREATE | DELETE | DESC | DESCRIBE
    | DROP | ENTRIES | EXECUTE | FALSE | FROM | FULL | GRANT | IF | IN | INDEX | INFINITY | INSERT | INTO | IS | KEYSPACE | LIMIT
    | MATERIALIZED | MODIFY | NAN | NORECURSIVE | NOT | NULL | OF | ON | OR | ORDER | PRIMARY | RENAME | REVOKE | SCHEMA | SELECT
    | SET | TABLE | TO | TOKEN | TRUE | TRUNCATE | UNLOGGED | UPDATE | USE | USING | VIEW | WHERE | WITH
    ;
