import { describe, expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';
import { statementsIn } from './reading.ts';

// Statements in scripts of a shell: the texts that are given to cqlsh.

const ANY = "SELECT a FROM ks.t WHERE k = 'x'";
const MADE = 'CREATE TABLE IF NOT EXISTS ks.t (k text PRIMARY KEY, a int)';

const EXAMPLES: readonly (readonly [what: string, script: string, found: readonly string[]])[] = [
  ['what it executes', `cqlsh -e "${ANY}"`, [ANY]],
  ['in a variable to which more is put', `Q="SELECT a FROM ks.t"\nQ+=" WHERE k = $1"\ncqlsh -e "$Q"`, []],
  ['in single quotes', "cqlsh --execute='SELECT a FROM ks.t WHERE k = ?'", ['SELECT a FROM ks.t WHERE k = ?']],
  [
    'in quotes that escape',
    `cqlsh -e $'SELECT a FROM ks.t WHERE k = \\'x\\''\nQ=$'SELECT a\\nFROM ks.t'\ncqlsh -e "$Q"\ncqlsh <<< $'SELECT "a" FROM ks.t'`,
    [ANY, 'SELECT a FROM ks.t', 'SELECT "a" FROM ks.t'],
  ],
  ['within another machine', `docker exec -i db cqlsh -u u -p "$PASS" -k ks -e "${ANY};" > /dev/null 2>&1`, [ANY]],
  [
    'on several lines',
    `kubectl exec db-0 -- /opt/bin/cqlsh \\\n  --execute \\\n  "${MADE};\n  ${ANY};"`,
    [`${MADE}; ${ANY}`],
  ],
  ['in a condition', `until cqlsh "$HOST" -e "${ANY}" >/dev/null; do sleep 1; done`, [ANY]],
  ['behind quotes that stay open on a line', `echo it\\'s; cqlsh -e "${ANY}"`, [ANY]],
  ['in what another command is given', `n=$(cqlsh -e "${ANY}" | wc -l)\necho "n: $(cqlsh -e "${ANY}")"`, [ANY, ANY]],
  ['of another shell', `docker exec db bash -c "cqlsh -e 'SELECT a FROM ks.t'"`, ['SELECT a FROM ks.t']],
  ['of another shell, the other way round', `sh -c 'sleep 9 && cqlsh -e "${MADE}"'`, [MADE]],
  [
    'of another shell, whose quotes are like its own',
    `docker exec db bash -c "sleep 1; cqlsh -k ks -e \\"${MADE};\nSELECT a FROM ks.$T WHERE k = 'x'\\" | wc"\nsh -c "cqlsh --execute=\\"SELECT \\\\\\"a\\\\\\" FROM ks.t\\""`,
    [`${MADE}; SELECT a FROM ks.$ WHERE k = 'x' [but values]`, 'SELECT "a" FROM ks.t'],
  ],
  ['piped into it', `echo "${ANY}" | docker exec -i db cqlsh`, [ANY]],
  ['a text that follows its opening', `cqlsh <<< "${ANY}"`, [ANY]],
  ['what it reads', `cqlsh <<EOF\nUSE ks;\n${MADE};\nEOF\npsql <<EOF\nSELECT 1 FROM a;\nEOF\n`, [`USE ks; ${MADE}`]],
  ['a raw text, indented by tabs', `if true; then\n\tcqlsh <<-'CQL'\n\t\t${MADE};\n\tCQL\nfi`, [MADE]],
  ['two texts of a line', `cqlsh <<A && psql <<B\n${ANY};\nA\nSELECT 1 FROM b;\nB\n`, [ANY]],
  ['by way of cat', `cat <<EOF | cqlsh db\n${ANY};\nEOF\n`, [ANY]],
  ['what becomes a file', `cat > /tmp/init.cql <<EOF\n${MADE};\nEOF\ncat > a.sql <<EOF\n${MADE};\nEOF\n`, [MADE]],
  ['a variable that it is handed', `SCRIPT="${MADE}"\nOTHER="${MADE}"\ncqlsh -e "$SCRIPT"`, [MADE]],
  ['a variable that is piped', `Q='${MADE}'\nuntil echo $Q | cqlsh; do sleep 2; done &`, [MADE]],
  ['a variable that another shell hands on', `S="${MADE}"\ndocker exec db bash -c "cqlsh -e \\"$S\\""`, [MADE]],
  ['a variable by its name', `CREATE_CQL="${MADE}"\nrun() { echo $1 | cqlsh; }\nrun "$CREATE_CQL"`, [MADE]],
  ['a variable of a heredoc', `Q=$(cat <<EOF\n${MADE};\nEOF\n)\ncqlsh -e "$Q"`, [MADE]],
  ['a variable of a heredoc in quotes', `Q="$(cat <<'EOF'\n${MADE};\nEOF\n)"\necho "$Q" | cqlsh`, [MADE]],
  ['a variable that is read', `read -r -d '' Q <<EOF\n${MADE};\nEOF\ncqlsh -e "$Q"`, [MADE]],
  ['a heredoc that it executes', `docker exec db cqlsh -e "$(cat <<EOF\n${MADE};\nEOF\n)"`, [MADE]],
  [
    'what is put behind a file',
    `echo "${ANY};" >> init.cql; echo "${ANY};" > init.sql; echo "${ANY} is in init.cql"`,
    [ANY],
  ],
  ['cqlsh by a name', `CQLSH="docker exec -i db cqlsh"\n$CQLSH <<EOF\n${ANY};\nEOF\n`, [ANY]],
  [
    'cqlsh in a variable, whatever its name',
    `CQL="docker exec -i db cqlsh -u u"\nOTHER='psql -U cqlsh_user'\n$CQL -e "${ANY}"\n$CQL <<EOF\n${MADE};\nEOF\n$OTHER -e "${ANY}"\nrun() { $CQL -e "$1"; }\nrun "${ANY}"`,
    [ANY, MADE, ANY],
  ],
  [
    'cqlsh in a variable, of another shell',
    `C="docker exec -i db cqlsh"\nD="psql"\nbash -c "$C -e \\"${ANY}\\""\neval "$C -e '${MADE}'"\nbash -c "$D -e '${ANY}'"`,
    [ANY, MADE],
  ],
  ['of another shell, that asks for its address', `sh -c 'cqlsh $(hostname -i) -e "${ANY}"'`, [ANY]],
  ['cqlsh in a list of words', `db=(kubectl exec -i db-0 -- cqlsh)\n"\${db[@]}" -e '${MADE}'`, [MADE]],
  [
    'a function that it hands on',
    `cql() { docker exec "$NODE" cqlsh -e "$1" 2>/dev/null; }\nn=$(cql "${ANY}" | wc -l)\ncql "$(date)"`,
    [ANY],
  ],
  [
    'a function over lines, by a name of its own',
    `function run_query() {\n  local q=$1\n  docker exec db cqlsh \\\n    -u u -e "$q"\n}\nrun_query "${ANY}"\nrun_query 'DESC TABLES'`,
    [ANY],
  ],
  ['a function that pipes', `run() {\n  echo "$1" | docker exec -i db cqlsh\n}\nrun "${MADE};"`, [MADE]],
  [
    'a function that is called as cqlsh is',
    `cass() {\n  docker exec -i db cqlsh "$@"\n}\ncass -e "${ANY}"\ncass <<EOF\n${MADE};\nEOF\n`,
    [ANY, MADE],
  ],
  [
    'what printf writes',
    `printf "${ANY};\\n" | cqlsh\nprintf 'USE ks;\\n${MADE};\\n' | cqlsh`,
    [ANY, `USE ks; ${MADE}`],
  ],
  [
    'values that printf puts in',
    `printf "SELECT a FROM ks.t WHERE k = '%s' AND b = %d AND c = '5%%';\\n" "$K" 1 | cqlsh`,
    ["SELECT a FROM ks.t WHERE k = '$' AND b = $ AND c = '5% ' [but values]"],
  ],
  ['what echo writes over lines', `echo -e "SELECT a\\nFROM ks.t;" >> a.cql`, ['SELECT a FROM ks.t']],
  ['a function of another script', `. ./lib.sh\ncqlsh_exec -e "${ANY}"\nrun_cqlsh --execute "${ANY}"`, [ANY, ANY]],
  [
    'what is put in',
    `cqlsh -e "SELECT a FROM $KS.t WHERE k = '\${id}' AND b = $(date +%s)"`,
    ["SELECT a FROM $.t WHERE k = '$' AND b = $ [but values]"],
  ],
  [
    'a word of several quotes',
    `cqlsh -e "SELECT a FROM "$KS".t WHERE k = 1"`,
    ['SELECT a FROM $ .t WHERE k = 1 [but values]'],
  ],
  ['what is escaped', 'cqlsh -e "SELECT \\"a\\" FROM ks.t"', ['SELECT "a" FROM ks.t']],
];

const NOTHING: readonly (readonly [what: string, script: string])[] = [
  [
    'clients of other databases',
    `psql -c "${ANY}"; mysql -e "${ANY}"; cqlsh -f a.cql; clickhouse-client --query "${ANY}"`,
  ],
  ['what is said', `echo "run: cqlsh -e '${ANY}'"\nprintf "${ANY}"\ncqlsh -f a.cql`],
  ['what is put into another', `echo "${ANY}" | psql; cqlsh -f a.cql`],
  ['a variable of a heredoc for another', `Q=$(cat <<EOF\n${ANY};\nEOF\n)\npsql -c "$Q"; cqlsh -f a.cql`],
  ['its own commands', `cqlsh -e "DESCRIBE KEYSPACES"; cqlsh -e 'desc cluster'`],
  ['what is put together', `cqlsh -e "SELECT a $REST ks WHERE"`],
  ['what is left out', `# cqlsh -e "${ANY}"`],
  [
    'an argument that is a title, or for another',
    `run() { echo "$1"; cqlsh -e "$2"; }\nrun "SELECT system.local" "$Q"\npg() { psql -c "$1"; }\npg "${ANY}"`,
  ],
  ['a function that only waits for it', `say() {\n  echo "$1"; cqlsh -f a.cql\n}\nsay "${ANY}"`],
  ['what is never ended', `cqlsh -e "${ANY}\n`],
  ['a text that nothing ends', `cqlsh <<EOF\n${ANY};\n`],
  ['another variable', `KS="\${KS:-create x}"\ncqlsh -e "SELECT a FROM $KS"`.replace('SELECT a FROM $KS', 'DESC $KS')],
];

describe('what is given to cqlsh', () => {
  test.each(EXAMPLES)('%s', (_, script, found) => {
    expect(statementsIn('init.sh', `#!/bin/bash\n${script}\n`)).toEqual(found);
    expect(statementsIn('init.sh', `#!/bin/bash\r\n${script.replaceAll('\n', '\r\n')}\r\n`)).toEqual(found);
  });
});

test.each(NOTHING)('nothing: %s', (_, script) => {
  expect(statementsIn('init.sh', `#!/bin/bash\n${script}\n`)).toEqual([]);
});

const SCHEMA = 'CREATE TABLE shop.users (id uuid PRIMARY KEY, email text);';

/** What is found in a script, with its weight and the text that it stands at. */
function found(script: string, schema = SCHEMA): readonly string[] {
  const workspace = workspaceOf({ 'schema.cql': schema, 'init.sh': script });
  return allFindings(workspace)
    .filter(({ path }) => path === 'init.sh')
    .map(({ finding, start, end }) => `${finding.severity} ${finding.code}: ${script.slice(start, end)}`);
}

test('names are those of the schema, in a text that is written otherwise as well', () => {
  expect(found('cqlsh -e "SELECT nme FROM shop.users WHERE id = $ID"')).toEqual(['error unknown-column: nme']);
  expect(found('cqlsh <<EOF\nSELECT \\$x, nme FROM shop.users WHERE id = ?;\nEOF\n')).toEqual([]);
  expect(found("cqlsh <<'EOF'\nSELECT nme FROM shop.users WHERE id = ?;\nEOF\n")).toEqual([
    'error unknown-column: nme',
  ]);
});

test('a mistake of a text that is written out is one; of what is put together nobody knows', () => {
  expect(found('cqlsh -e "SELECT id FORM shop.users"').map((one) => one.split(':')[0])).toEqual(['error syntax']);
  expect(found('cqlsh -e "SELECT id FORM $T"')).toEqual([]);
});

test('a person looks at a table by a script', () => {
  expect(found('cqlsh -e "SELECT email FROM shop.users"')).toEqual([
    'information unrestricted-partition-key: shop.users',
  ]);
});

test('what scripts make is the schema where nothing else is', () => {
  const workspace = workspaceOf({
    'init.sh': `cqlsh <<EOF\n${SCHEMA}\nEOF\n`,
    'a.py': 'from cassandra.cluster import Cluster\nsession.execute("SELECT nme FROM shop.users WHERE id = %s")\n',
  });
  expect(allFindings(workspace).map(({ path, finding }) => `${path} ${finding.code}`)).toEqual(['a.py unknown-column']);
});

test('texts that open ever more never throw', () => {
  for (const part of ['"$(', "'", '$(', '`', '<<A\n', '"${', 'bash -c "cqlsh -e \'', '\\'])
    expect(() => statementsIn('a.sh', `cqlsh ${part.repeat(3000)}`)).not.toThrow();
});
