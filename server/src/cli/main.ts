import module from 'node:module';
import { runCommandLine } from './command-line.ts';

// What is loaded from here on is compiled once and then read from Node's cache of compiled code, where there is one (Node 22.1).
module.enableCompileCache?.();
void runCommandLine(process.argv.slice(2));
