// Prepares a clone, doing only what is not done yet. Plain JavaScript without dependencies, since it runs before
// anything is installed, on the machine's own Node.
//
//   node scripts/setup.mjs install | build | start | test
import { fileURLToPath } from 'node:url';

const STEPS = {
  install: ['install'],
  build: ['install', 'web'],
  start: ['install', 'web'],
  test: ['install', 'web', 'browser'],
};

async function main() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20)
    throw new Error(`Node 20 or newer is needed, this is ${process.version}: see https://nodejs.org`);
  const wanted = process.argv[2] ?? '';
  if (!Object.hasOwn(STEPS, wanted)) throw new Error(`Say what to set up: ${Object.keys(STEPS).join(', ')}.`);

  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  const { installPackages } = await import('./install-packages.mjs');
  const { buildWeb } = await import('./build-web.mjs');
  const { provideBrowser } = await import('./provide-browser.mjs');
  const run = { install: installPackages, web: buildWeb, browser: provideBrowser };
  for (const step of STEPS[/** @type {keyof typeof STEPS} */ (wanted)]) {
    await run[/** @type {keyof typeof run} */ (step)]();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
