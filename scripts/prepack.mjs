// Puts the texts of the root into the npm package before it is packed.
import { copyFileSync } from 'node:fs';
import { at, has } from './project.mjs';

for (const name of ['LICENSE', 'NOTICE']) if (has(name)) copyFileSync(at(name), at('server', name));
