import { expect, test } from 'vitest';
import type { Configuration } from '../../server/src/config/settings.ts';
import { shows } from '../../server/src/rules/profile.ts';
import { PROFILES, type Finding, type Profile, type Severity } from '../../server/src/rules/rule.ts';
import { allFindings, workspaceOf } from '../fixtures.ts';

const found = (configuration: Partial<Configuration>): readonly string[] =>
  allFindings(
    workspaceOf(
      {
        's.cql': `CREATE TABLE k.t (a int PRIMARY KEY, b int);
SELECT b FROM k.t WHERE a IN (1, 2);
SELECT b FROM k.t WHERE b = 1;
-- cql-analyzer: ignore many-partitions two are few
SELECT b FROM k.t WHERE a IN (1, 3);`,
      },
      configuration,
    ),
  ).map(({ finding, severity }) => `${severity} ${finding.code}`);

test('quiet leaves out advice and keeps errors; what a comment silences stays silenced', () => {
  expect(found({})).toEqual(['information many-partitions', 'error unrestricted-partition-key']);
  expect(found({ profile: 'quiet' })).toEqual(['error unrestricted-partition-key']);
});

test('a severity of the project shows a rule in every profile', () => {
  expect(found({ profile: 'quiet', rules: new Map([['many-partitions', 'warning']]) })).toEqual([
    'warning many-partitions',
    'error unrestricted-partition-key',
  ]);
});

const finding = (severity: Severity, profile: Profile): Finding => ({
  code: 'refused',
  severity,
  profile,
  span: { start: 0, end: 0 },
  message: '',
  related: [],
});

test('each profile shows what the one before it shows; only strict shows all', () => {
  const shown = (severity: Severity, own: Profile): string =>
    PROFILES.filter((profile) => shows(profile, finding(severity, own))).join(' ');
  expect(shown('warning', 'quiet')).toBe('quiet recommended strict');
  expect(shown('warning', 'recommended')).toBe('recommended strict');
  expect(shown('warning', 'strict')).toBe('strict');
  expect(shown('hint', 'quiet')).toBe('recommended strict');
  expect(shown('error', 'strict')).toBe('quiet recommended strict');
});
