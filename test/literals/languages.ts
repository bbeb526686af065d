import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostName } from '../../server/src/embedded/index.ts';

/** A language that runs on this machine, where it is there. */
export interface Language {
  readonly host: HostName;
  readonly extension: string;
  /** What must be there for it; a variable of the environment may name a folder of jars. */
  readonly needs: readonly string[];
  /** A line that gives an expression's value a name. */
  readonly line: (name: string, expression: string) => string;
  /** A program of such lines that prints the value of each name on a line of its own, as UTF-8 in hexadecimal digits. */
  readonly program: (lines: readonly string[], names: readonly string[]) => string;
  /** The commands that run a file of it. */
  readonly commands: (file: string, folder: string) => readonly (readonly [string, ...string[]])[];
}

const jars = (folder: string | undefined): string => (folder === undefined ? '' : join(folder, '*'));
const JARS = process.env['LITERALS_JARS'];

export const LANGUAGES: readonly Language[] = [
  {
    host: 'javascript',
    extension: 'js',
    needs: ['node'],
    line: (name, expression) => `const ${name} = ${expression};`,
    program: (lines, names) =>
      `const k = 'v';\n${lines.join('\n')}\nfor (const q of [${names.join()}]) console.log(Buffer.from(q).toString('hex'));\n`,
    commands: (file) => [['node', file]],
  },
  {
    host: 'python',
    extension: 'py',
    needs: ['python3'],
    line: (name, expression) => `${name} = ${expression}`,
    program: (lines, names) =>
      `k = 'v'\n${lines.join('\n')}\nfor q in [${names.join()}]:\n    print(q.encode().hex())\n`,
    commands: (file) => [['python3', '-W', 'ignore', file]],
  },
  {
    host: 'go',
    extension: 'go',
    needs: ['go'],
    line: (name, expression) => `\t${name} := ${expression}`,
    program: (lines, names) =>
      `package main\n\nimport (\n\t"fmt"\n\t"strings"\n)\n\nfunc main() {\n\tk := "v"\n\t_ = k\n${lines.join('\n')}\n\tfor _, q := range []string{${names.join()}} {\n\t\tfmt.Printf("%x\\n", q)\n\t}\n}\n`,
    commands: (file) => [['go', 'run', file]],
  },
  {
    host: 'java',
    extension: 'java',
    needs: ['java', 'javac'],
    line: (name, expression) => `    String ${name} = ${expression};`,
    program: (lines, names) =>
      `class Main {\n  public static void main(String[] args) throws Exception {\n    String k = "v";\n${lines.join('\n')}\n    for (String q : new String[] {${names.join()}})\n      System.out.println(java.util.HexFormat.of().formatHex(q.getBytes("UTF-8")));\n  }\n}\n`,
    commands: (file) => [['java', '-Dfile.encoding=UTF-8', '--source', '17', file]],
  },
  {
    host: 'rust',
    extension: 'rs',
    needs: ['rustc'],
    line: (name, expression) => `    let ${name} = ${expression};`,
    program: (lines, names) =>
      `fn main() {\n    let k = "v";\n    let _ = k;\n${lines.join('\n')}\n    for q in [${names.join()}] {\n        println!("{}", q.bytes().map(|b| format!("{:02x}", b)).collect::<String>());\n    }\n}\n`,
    commands: (file, folder) => [
      ['rustc', '-A', 'warnings', '-o', join(folder, 'literals'), file],
      [join(folder, 'literals')],
    ],
  },
  {
    host: 'php',
    extension: 'php',
    needs: ['php'],
    line: (name, expression) => `$${name} = ${expression};`,
    program: (lines, names) =>
      `<?php\n$k = 'v';\n${lines.join('\n')}\nforeach ([${names.map((name) => `$${name}`).join()}] as $q) echo bin2hex($q), "\\n";\n`,
    commands: (file) => [['php', file]],
  },
  {
    host: 'ruby',
    extension: 'rb',
    needs: ['ruby'],
    line: (name, expression) => `${name} = ${expression}`,
    program: (lines, names) =>
      `k = 'v'\n${lines.join('\n')}\n[${names.join()}].each { |q| $stdout.puts q.unpack1('H*') }\n`,
    commands: (file) => [['ruby', '-W0', file]],
  },
  {
    host: 'elixir',
    extension: 'exs',
    needs: ['elixir'],
    line: (name, expression) => `${name} = ${expression}`,
    program: (lines, names) =>
      `k = "v"\n_ = k\n${lines.join('\n')}\nfor q <- [${names.join()}], do: IO.puts(Base.encode16(q, case: :lower))\n`,
    commands: (file) => [['elixir', file]],
  },
  {
    host: 'csharp',
    extension: 'cs',
    needs: ['mcs', 'mono'],
    line: (name, expression) => `    string ${name} = ${expression};`,
    program: (lines, names) =>
      `using System.Text;\nclass Main_ {\n  static void Main() {\n    string k = "v";\n${lines.join('\n')}\n    foreach (var q in new[] {${names.join()}})\n      System.Console.WriteLine(System.BitConverter.ToString(Encoding.UTF8.GetBytes(q)).Replace("-", "").ToLower());\n  }\n}\n`,
    commands: (file, folder) => [
      ['mcs', '-codepage:utf8', `-out:${join(folder, 'literals.exe')}`, file],
      ['mono', join(folder, 'literals.exe')],
    ],
  },
  {
    host: 'groovy',
    extension: 'groovy',
    needs: ['java', '$LITERALS_JARS'],
    line: (name, expression) => `def ${name} = ${expression}`,
    program: (lines, names) =>
      `def k = 'v'\n${lines.join('\n')}\n[${names.join()}].each { println it.toString().getBytes('UTF-8').encodeHex() }\n`,
    commands: (file) => [['java', '-Dfile.encoding=UTF-8', '-cp', jars(JARS), 'groovy.ui.GroovyMain', file]],
  },
  {
    host: 'scala',
    extension: 'scala',
    needs: ['java', '$LITERALS_JARS'],
    line: (name, expression) => `  val ${name} = ${expression}`,
    program: (lines, names) =>
      `object Main {\n  val k = "v"\n${lines.join('\n')}\n  def main(args: Array[String]): Unit =\n    for (q <- List(${names.join()})) println(q.getBytes("UTF-8").map(b => String.format("%02x", b)).mkString)\n}\n`,
    commands: (file, folder) => [
      ['java', '-cp', jars(JARS), 'dotty.tools.dotc.Main', '-usejavacp', '-nowarn', '-d', folder, file],
      ['java', '-cp', `${folder}:${jars(JARS)}`, 'Main'],
    ],
  },
  {
    host: 'kotlin',
    extension: 'kt',
    needs: ['java', '$LITERALS_JARS'],
    line: (name, expression) => `  val ${name} = ${expression}`,
    program: (lines, names) =>
      `fun main() {\n  val k = "v"\n${lines.join('\n')}\n  for (q in listOf(${names.join()})) println(q.toByteArray().joinToString("") { "%02x".format(it) })\n}\n`,
    commands: (file, folder) => [
      [
        'java',
        '-cp',
        jars(JARS),
        'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler',
        '-no-stdlib',
        '-no-reflect',
        '-nowarn',
        '-cp',
        classPath(JARS),
        '-d',
        folder,
        file,
      ],
      ['java', '-cp', `${folder}:${jars(JARS)}`, `${nameOf(file)}Kt`],
    ],
  },
  {
    host: 'shell',
    extension: 'sh',
    needs: ['bash', 'od'],
    line: (name, expression) => `CQL_${name}=${expression}`,
    program: (lines, names) =>
      `k=v\n${lines.join('\n')}\nfalse && cqlsh -v\nfor q in ${names.map((name) => `CQL_${name}`).join(' ')}; do printf %s "\${!q}" | od -An -v -tx1 | tr -d ' \\n'; echo; done\n`,
    commands: (file) => [['bash', file]],
  },
];

function nameOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'));
  return name[0]!.toUpperCase() + name.slice(1);
}

/** The compiler of Kotlin takes no `*`. */
function classPath(folder: string | undefined): string {
  if (folder === undefined) return '';
  const { stdout } = spawnSync('ls', [folder], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((name) => name.startsWith('kotlin-stdlib'))
    .map((name) => join(folder, name))
    .join(':');
}

/** Whether all that a language needs is there. */
export const isThere = ({ needs }: Language): boolean =>
  needs.every((name) =>
    name.startsWith('$') ? process.env[name.slice(1)] !== undefined : spawnSync('which', [name]).status === 0,
  );

/** The values that a program prints; what its language said where it did not run. */
export function valuesOf(language: Language, program: string, folder: string): readonly string[] | Error {
  const file = join(folder, `literals.${language.extension}`);
  writeFileSync(file, program);
  let out = '';
  for (const [command, ...args] of language.commands(file, folder)) {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd: folder, maxBuffer: 1 << 26 });
    if (status !== 0) return new Error(`${command}: ${stdout}${stderr}`.slice(0, 2000));
    out = stdout;
  }
  return out
    .trimEnd()
    .split('\n')
    .map((line) => Buffer.from(line.trim(), 'hex').toString('utf8'));
}
