" Colours until the server's semantic tokens come: words that are always keywords, literals and comments.
if exists('b:current_syntax')
  finish
endif
syntax case ignore
syntax keyword cqlKeyword ADD ALLOW ALTER AND APPLY ASC AUTHORIZE BATCH BEGIN BY COLUMNFAMILY CREATE DELETE DESC DESCRIBE
syntax keyword cqlKeyword DROP ENTRIES EXECUTE FROM FULL GRANT IF IN INDEX INSERT INTO IS KEYSPACE LIMIT MATERIALIZED MODIFY
syntax keyword cqlKeyword NORECURSIVE NOT OF ON OR ORDER PRIMARY RENAME REVOKE SCHEMA SELECT SET TABLE TO TRUNCATE UNLOGGED
syntax keyword cqlKeyword UPDATE USE USING VIEW WHERE WITH
syntax keyword cqlConstant NULL TRUE FALSE NAN INFINITY
syntax match cqlNumber /\<-\?\d\+\(\.\d\+\)\?\(e[-+]\?\d\+\)\?\>/
syntax match cqlNumber /\<0x\x\+\>/
syntax match cqlUuid /\<\x\{8}-\x\{4}-\x\{4}-\x\{4}-\x\{12}\>/
syntax match cqlMarker /?\|:\h\w*/
syntax region cqlString start=/'/ skip=/''/ end=/'/
syntax region cqlString start=/\$\$/ end=/\$\$/
syntax region cqlName start=/"/ skip=/""/ end=/"/
syntax match cqlComment /\(--\|\/\/\).*$/ contains=@Spell
syntax region cqlComment start=/\/\*/ end=/\*\// contains=@Spell
highlight default link cqlKeyword Keyword
highlight default link cqlConstant Constant
highlight default link cqlNumber Number
highlight default link cqlUuid Number
highlight default link cqlMarker Special
highlight default link cqlString String
highlight default link cqlName Identifier
highlight default link cqlComment Comment
let b:current_syntax = 'cql'
