import { expect, test } from 'vitest';
import { functionsIn } from '../../server/src/embedded/hosts/functions.ts';

// The function around a place in a program.

const around = (text: string): string => {
  const at = text.indexOf('^');
  const program = text.replace('^', '');
  const { start, end } = functionsIn(program).around(at);
  return program.slice(start, end);
};

test.each([
  ['Python', 'a = 1\n', 'def f():\n    if a:\n        ^b()\n    c()\n', 'def g():\n    d()\n'],
  ['Go', 'package a\n', 'func f(a int) {\n\tif a {\n\t\t^b()\n\t}\n\n\tc()\n}\n\n', 'func g() {\n\td()\n}\n'],
  [
    'Java',
    'class A {\n',
    '  public void f(\n      int a) {\n    ^b();\n    c();\n  }\n',
    '  void g() {\n    d();\n  }\n}\n',
  ],
  ['JavaScript', 'x();\n', "app.get('/', async (a, b) => {\n  ^c();\n  d();\n});\n", 'app.get("/b", () => {\n});\n'],
  ['a method', 'class A {\n', '  async f(a) {\n    ^c();\n  }\n', '  g() {\n  }\n}\n'],
  [
    'a condition within one',
    'x();\n',
    "app.get('/', async (a, b) => {\n  const c = await d();\n  if (c.e()) {\n    ^f();\n  }\n});\n",
    'app.get("/b", () => {\n});\n',
  ],
  ['Ruby', 'class A\n', '  def f\n    ^c\n  end\n', '  def g\n  end\nend\n'],
  ['Elixir', 'defmodule A do\n', '  def f(a) do\n    ^c\n  end\n', '  def g do\n  end\nend\n'],
  [
    'C#',
    'class A\n{\n',
    '    private async Task F(int a)\n    {\n        ^b();\n    }\n',
    '    public void G() {}\n}\n',
  ],
  ['Python on one line', 'class A:\n', '  def f(self): self.s.execute(^a)\n', '  def g(self): b()\n'],
  ['Elixir on one line', 'defmodule A do\n', '  def f(a), do: B.c(^a)\n', '  def g(a), do: B.d(a)\nend\n'],
  ['JavaScript on one line', 'a();\n', 'const f = async (b) => c.d(^b);\n', 'const g = (b) => c.e(b);\n'],
  ['Kotlin on one line', 'class A {\n', '  fun f(a: B) = s.execute(^a)\n', '  fun g() = c()\n}\n'],
  [
    'Java on one line',
    'class A {\n',
    '  void f(B b, List<C> c) throws D { s.execute(E); s.execute(^F); }\n',
    '  void g() { s.execute(E); }\n}\n',
  ],
  [
    'a method named after a keyword',
    'class A {\n',
    '  E select(B b) { return s.execute(^C); }\n',
    '  void g() { h(); }\n}\n',
  ],
  [
    'C# on one line',
    'class A {\n',
    '  public Task<B> F(C c) => s.Execute(^D);\n',
    '  public void G() { s.Execute(E); }\n}\n',
  ],
  [
    'a condition on one line',
    'class A {\n',
    '  void f() {\n    if (a(b)) { s.execute(^C); }\n    d();\n  }\n',
    '  void g() { h(); }\n}\n',
  ],
  [
    'what another waits for',
    'class A {\n',
    '  fun f() {\n    return b(c) { s.execute(^D) }\n    e()\n  }\n',
    '  fun g() = h()\n}\n',
  ],
])('%s', (_, before, own, behind) => {
  expect(around(before + own + behind).trim()).toBe(own.replace('^', '').trim());
});

test('a type is none, though its constructor stands on its line', () => {
  const text = 'class A(private val b: B) {\n  val c = "d"\n}\n';
  expect(functionsIn(text).around(text.indexOf('val c'))).toEqual({ start: 0, end: text.length });
});

test('what stands in no function stands in the whole program', () => {
  const text = 'class A {\n  String a = "b";\n  void f() {\n    c();\n  }\n}\n';
  expect(functionsIn(text).around(text.indexOf('String'))).toEqual({ start: 0, end: text.length });
});
