import { startServer } from './server.ts';

startServer(process.argv.slice(2));
