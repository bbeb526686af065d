import { readIgnoreRules } from '../text/ignore-rules.ts';
import type { Configuration } from './settings.ts';

/** Whether files are for production, by their paths in the project: the project says so, or nothing in a path says otherwise. */
export function productionOf(setting: Configuration['production']): (path: string) => boolean {
  if (setting === undefined) return (path) => !isTrial(path);
  if (typeof setting === 'boolean') return () => setting;
  const rules = readIgnoreRules(setting, true);
  return (path) => foldersOf(path).some((part, index) => rules.leavesOut(part, index > 0) === true);
}

/** A path, and the folders that it lies in. */
const foldersOf = (path: string): readonly string[] =>
  path.split('/').map((_, index, parts) => parts.slice(0, parts.length - index).join('/'));

/** Whether a file holds tests or what they run on, by its name or that of a folder. */
export function isOfTests(path: string): boolean {
  if (DELIVERED.test(path)) return false;
  const parts = path.split('/');
  return TEST_FILE.test(parts.pop()!) || parts.some((folder) => TEST_FOLDER.test(folder));
}

/** What Maven and Gradle deliver is no test, whatever its package is about. */
const DELIVERED = /(?:^|\/)src\/main\//;

const TEST_FILE = /(?:^|[._-])(?:tests?|fixtures?|e2e|mocks?)(?:[._-]|$)|^test(?!ers?\b|imon|ament|if)|Test\w*\.\w+$/;

const TEST_FOLDER =
  /(?:^|[._-])(?:tests?|testing|fixtures?|smoke|sit|e2e|specs?|mocks?)(?:[._-]|$)|^test(?:data|cases?|resources|suites?|utils?|containers?)$/i;

/** Whether a file is one of tests, demonstrations, documentation, scripts or a developer's machine, by its name or that of a folder. */
function isTrial(path: string): boolean {
  const parts = path.split('/');
  return TRIAL_FILE.test(parts.pop()!) || parts.some((folder) => TRIAL_FOLDER.test(folder) || TRIAL_WORD.test(folder));
}

const TRIAL_FILE =
  /(?:^|[._-])(?:tests?|fixtures?|demo|smoke|e2e|mocks?|dev|docker|local)(?:[._-]|$)|^test(?!ers?\b|imon|ament|if)|Test\w*\.\w+$|\.(?:md|markdown|sh|bash|zsh)$/;

const TRIAL_FOLDER =
  /(?:^|[._-])(?:tests?|testing|fixtures?|demos?|examples?|samples?|smoke|sit|uat|e2e|specs?|mocks?|integration|tutorials?|playground|quickstart|docker|dev|devel|local)(?:[._-]|$)|^test(?:data|cases?|resources|suites?|utils?|containers?)$/i;

/** `testData`, `unitTests`, `ShopDemo`. */
const TRIAL_WORD = /^(?:test|demo|example|sample|docker)s?(?=[A-Z\d])|[a-z\d](?:Tests?|Demo|Examples?|Samples?)$/;
