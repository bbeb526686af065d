/** Files that may say which server a project talks to, by their names; `*` stands for letters, digits and `.`, `_`, `-`. */
export const TELLING_FILES: readonly string[] = [
  'docker-compose*.yml',
  'docker-compose*.yaml',
  'compose*.yml',
  'compose*.yaml',
  'Dockerfile*',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'libs.versions.toml',
  'package.json',
  'requirements*.txt',
  'pyproject.toml',
  'Pipfile',
  'go.mod',
  'Gemfile',
  'application*.yml',
  'application*.yaml',
  'application*.properties',
  'application*.conf',
  '.env*',
  'values.yml',
  'values.yaml',
  '*.tf',
  '*.csproj',
  'Makefile',
  '.gitlab-ci.yml',
  'bitbucket-pipelines.yml',
  'azure-pipelines*.yml',
  '.drone.yml',
  '.travis.yml',
  'scylla*.yaml',
  'scylla*.yml',
];

/** Folders of a project that say how it is built, tested and deployed, whatever else they hold. */
export const TELLING_FOLDERS: readonly string[] = [
  '.devcontainer/',
  'chart/',
  'config/',
  'deploy/',
  'docker/',
  'helm/',
  'infra/',
  'infrastructure/',
  'k8s/',
  'kubernetes/',
  'src/main/resources/',
  'terraform/',
];

/** Folders of which every YAML says how a project is tested, the images of its services among it. */
export const WORKFLOW_FOLDERS: readonly string[] = ['.github/workflows/', '.gitea/workflows/', '.circleci/'];

/** Files that list what a program depends on, by their names. */
export const MANIFESTS: readonly string[] = [
  'package.json',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'libs.versions.toml',
  'build.sbt',
  'Dependencies.scala',
  'requirements*.txt',
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'Pipfile',
  'Cargo.toml',
  '*.csproj',
  'Directory.Packages.props',
  'composer.json',
  'Gemfile',
  'mix.exs',
];

/** Whether a file of this name may say something of a project beside its texts. */
export const isBesideTexts = (name: string): boolean => BESIDE_TEXTS.test(name);

/** Matches the names that are meant. */
export const matcherOfNames = (names: readonly string[]): RegExp =>
  new RegExp(`^(?:${names.map((name) => name.replaceAll('.', '\\.').replaceAll('*', '[\\w.-]*')).join('|')})$`);

const BESIDE_TEXTS = matcherOfNames([...TELLING_FILES, ...MANIFESTS]);
