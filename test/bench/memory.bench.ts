import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { generate } from './generate.ts';
import { residentMegabytes, startServer } from './server.ts';
import { QUICK, table } from './statistics.ts';

// Resident memory of the server: idle, and with one file of some size open and analysed.

const SIZES = QUICK ? [0, 1] : [0, 1, 4, 10];
/** So that what the collector does when nothing else happens has happened. */
const QUIET = QUICK ? 100 : 3000;

const rows = [['source', 'resident', 'over idle', 'for each MB']];
let idle = 0;
for (const size of SIZES) {
  const server = await startServer();
  if (size > 0) await server.open(resolve('artifacts/bench/big.cql'), generate({ seed: 4, length: size * 1_000_000 }));
  await pause(QUIET);
  const resident = residentMegabytes(server.pid);
  await server.stop();
  if (resident === undefined) {
    console.log('left out: this system does not tell the memory of a process in /proc');
    break;
  }
  if (size === 0) idle = resident;
  const over = resident - idle;
  rows.push([
    size === 0 ? 'none' : `${size} MB`,
    `${resident.toFixed(0)} MB`,
    size === 0 ? '' : `${over.toFixed(0)} MB`,
    size === 0 ? '' : `${(over / size).toFixed(1)} MB`,
  ]);
}
if (rows.length > 1) console.log(table(rows));
