// The service, restarted at each change of its sources, and beside it Vite's development server for the screens,
// which passes /api on to the service.
import { spawn } from 'node:child_process';

const children = [
  spawn('node', ['--watch-path=src', '--watch-path=projections', '--watch-preserve-output', 'src/main.ts'], {
    stdio: 'inherit',
  }),
  spawn('node', ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'], { stdio: 'inherit' }),
];
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM');
    process.exitCode ||= code ?? 0;
  });
}
