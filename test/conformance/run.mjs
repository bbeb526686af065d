// What `npm run test:cassandra` starts; Node takes TypeScript from version 22.18 on.
import './run.ts';
