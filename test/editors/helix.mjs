import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** Helix has no other face than its screen: a terminal shows it, and keys are pressed. */
export const helix = {
  files: 'helix',
  config: 'helix',
  run({ root, folder, journey, environment }) {
    const screen = openScreen({ root, folder, environment });
    try {
      return travel(screen, folder, journey);
    } finally {
      screen.close();
    }
  },
};

function travel({ press, type, eventually, see }, folder, journey) {
  /** The count of errors in the status line. */
  const refused = /● 1 /;
  const finding = () => {
    press('j');
    const why = eventually(refused) ?? (press('Space', 'd'), eventually(/unrestricted-partition-key/));
    press('Escape');
    return why;
  };
  const goTo = (line, word) => {
    press('g', 'g');
    for (let at = 1; at < line; at++) press('j');
    press('g', 'h', '/');
    type(word);
    press('Enter');
  };
  const save = () => {
    press('Escape');
    type(':wa');
    press('Enter');
    return eventually(/written/i);
  };
  // What Helix asks of a server that is not there yet it never asks again: the finding tells that it is.
  const absent = finding();
  if (absent !== undefined) return absent;
  switch (journey) {
    case 'finding':
    case 'rootless':
      return undefined;
    case 'hover':
      goTo(1, 'users');
      press('Space', 'k');
      return eventually(/PRIMARY KEY/);
    case 'complete':
      press('g', 'e', 'o');
      type('SELECT email FROM shop.');
      return eventually(/users\s+(?:class|PRIMARY)/i);
    case 'apply':
      goTo(2, 'country');
      press('Space', 'a');
      return eventually(/Create table/) ?? (press('Enter'), eventually(/FROM shop\.users_by_country/) ?? save());
    case 'undone':
      goTo(2, 'country');
      press('Space', 'a');
      return (
        eventually(/Create table/) ??
        (press('Enter'), eventually(/FROM shop\.users_by_country/)) ??
        eventually((text) => !refused.test(text)) ??
        save() ??
        (press('u'), type(':o schema.cql'), press('Enter'), eventually(/CREATE TABLE shop\.users_by_country/)) ??
        (press('u'), type(':o queries.cql'), press('Enter'), eventually(/queries\.cql/)) ??
        eventually(refused) ??
        save()
      );
    case 'definition':
      goTo(1, 'users');
      press('g', 'd');
      return eventually(/schema\.cql +\d+|NOR\s+schema\.cql/);
    case 'rename':
    case 'programs':
      goTo(1, 'email');
      press('Space', 'r');
      return (
        eventually(/rename-to/) ??
        (press('C-u'), type('mail'), press('Enter'), eventually(/SELECT mail FROM/) ?? save())
      );
    case 'format':
      type(':format');
      press('Enter');
      return eventually(/^.*SELECT email FROM shop\.users WHERE user_name/m) ?? save();
    case 'references':
      goTo(1, 'users');
      press('g', 'r');
      return eventually(/3\/3/);
    case 'disk':
      appendFileSync(join(folder, 'schema.cql'), 'CREATE INDEX ON shop.users (country);\n');
      press('i');
      type(' ');
      press('Escape');
      type(':w');
      press('Enter');
      return eventually(/written/i) ?? eventually((text) => !refused.test(text));
    case 'unsaved':
      type(':o schema.cql');
      press('Enter', 'g', 'e', 'o');
      type('CREATE INDEX ON shop.users (country);');
      press('Escape');
      type(':o queries.cql');
      press('Enter');
      return eventually((text) => /queries\.cql/.test(text) && !refused.test(text));
    default:
      return `there is no journey ${journey}\n${see()}`;
  }
}

function openScreen({ root, folder, environment }) {
  const name = `cql-${process.pid}-${Date.now()}`;
  const tmux = (...args) =>
    spawnSync('tmux', ['-L', name, ...args], { env: environment, encoding: 'utf8' }).stdout ?? '';
  const debian = join(root, '.cache/editors/helix');
  const libraries = join(debian, 'usr/lib/x86_64-linux-gnu');
  const command = [
    join(libraries, 'ld-linux-x86-64.so.2'),
    '--library-path',
    `${libraries}:${join(debian, 'usr/lib')}`,
    join(debian, 'usr/bin/hx'),
    'queries.cql',
  ];
  const variables = ['HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'PATH'].map(
    (variable) => `${variable}=${environment[variable]}`,
  );
  const line = [
    'env',
    ...variables,
    `HELIX_RUNTIME=${join(debian, 'usr/lib/hx/runtime')}`,
    'LANG=C.UTF-8',
    'TERM=xterm-256color',
    ...command,
  ];
  tmux('new-session', '-d', '-x', '160', '-y', '40', '-c', folder, line.map((part) => `'${part}'`).join(' '));
  const see = () => tmux('capture-pane', '-p');
  const pause = (seconds) => spawnSync('sleep', [String(seconds)]);
  const eventually = (wanted) => {
    const holds = typeof wanted === 'function' ? wanted : (text) => wanted.test(text);
    for (let tries = 0; tries < 200; tries++) {
      if (holds(see())) return undefined;
      pause(0.1);
    }
    return `never saw ${wanted}\n${see()}`;
  };
  const late = eventually(/queries\.cql/);
  if (late !== undefined) throw new Error(late);
  return {
    see,
    eventually,
    // Escape and what follows must not arrive together: that would be another key.
    press: (...keys) => keys.forEach((key) => (tmux('send-keys', key), pause(0.15))),
    // Key by key: of keys that arrive at once Helix tells its server in another order.
    type: (text) => ([...text].forEach((sign) => (tmux('send-keys', '-l', sign), pause(0.03))), pause(0.3)),
    close: () => tmux('kill-server'),
  };
}
