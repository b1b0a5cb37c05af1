// The service, restarted when its sources change, and Vite's development server for the pages, which reloads them
// in the browser and passes /api on to the service. Arguments are Vite's, such as --port; PORT is the service's.
import { spawn } from 'node:child_process';

const WATCHED = ['--watch-path=src', '--watch-path=projections', '--watch-preserve-output'];
const VITE = ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'];

const children = [
  spawn('node', [...WATCHED, 'src/main.ts'], { stdio: 'inherit' }),
  spawn('node', [...VITE, ...process.argv.slice(2)], { stdio: 'inherit' }),
];

let isStopping = false;
/** Once: the service takes a second signal for an order to give up its requests. */
const stop = (/** @type {NodeJS.Signals} */ signal) => {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill(signal);
};

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stop(signal));
}
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop('SIGTERM');
  });
}
