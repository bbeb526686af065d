// Type checks the rooms that know no host with no host's types at hand, and then everything.
import { generate } from './generate.mjs';
import { at, bin, runNode } from './project.mjs';

const PROJECTS = ['server/tsconfig.json', 'tsconfig.json'];

generate();
const failed = PROJECTS.filter((project) => runNode(bin('typescript', 'tsc'), ['-p', at(project)]) !== 0);
if (failed.length > 0) process.exitCode = 1;
