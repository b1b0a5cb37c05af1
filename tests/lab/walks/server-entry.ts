import { takeCoverage } from 'node:v8';
import '../../support/server/server-entry.ts';

/** The real server, which writes at each SIGUSR2 which functions have run since the last one. */
process.on('SIGUSR2', takeCoverage);
