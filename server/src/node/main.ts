import module from 'node:module';

// What follows is compiled once and then read from Node's cache of compiled code, where there is one (Node 22.1).
module.enableCompileCache?.();
void import('./server.ts').then(({ startServer }) => startServer(process.argv.slice(2)));
