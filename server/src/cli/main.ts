import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

// What follows is compiled once and then read from Node's cache of compiled code, where there is one (Node 22.1).
const cache = module.enableCompileCache?.();
// The cache keeps what is compiled when a file is loaded: all of it, not only what the file runs at once.
if (cache?.directory !== undefined) setFlagsFromString('--no-lazy');
void import('./command-line.ts').then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)));
