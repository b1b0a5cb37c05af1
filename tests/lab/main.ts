import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** `npm run lab <name> [-- words]`: what takes too long for a test. README.md says more. */

interface Lab {
  readonly does: string;
  /** The step of `scripts/setup.mjs` that prepares what it needs. */
  readonly needs: 'install' | 'start' | 'test';
  run(): Promise<unknown>;
}

const LABS: Readonly<Record<string, Lab>> = {
  bench: {
    does: 'measures how long bookings, pages, screens of staff and rebuilds take',
    needs: 'start',
    run: () => import('./bench/main.ts'),
  },
  chaos: {
    does: 'breaks a service under load and checks that nothing is lost and that it mends itself',
    needs: 'start',
    run: () => import('./chaos/main.ts'),
  },
  abuse: {
    does: 'attacks a service from outside and measures what another visitor sees',
    needs: 'start',
    run: () => import('./abuse/main.ts'),
  },
  lighthouse: {
    does: 'visits the public pages as a phone on a slow network does',
    needs: 'test',
    run: () => import('./lighthouse/main.ts'),
  },
  walks: {
    does: 'counts the files that run for six requests',
    needs: 'start',
    run: () => import('./walks/main.ts'),
  },
  spec: {
    does: 'lists which test holds which demand of the specification',
    needs: 'install',
    run: () => import('./spec/main.ts'),
  },
};

const USAGE = [
  'Usage: npm run lab <name> [-- words]',
  ...Object.entries(LABS).map(([name, { does }]) => `  ${name.padEnd(13)} ${does}`),
].join('\n');

const [name] = process.argv.splice(2, 1);
const lab = name !== undefined && Object.hasOwn(LABS, name) ? LABS[name] : undefined;
if (lab) {
  const setUp = join(import.meta.dirname, '../../scripts/setup.mjs');
  const { status } = spawnSync(process.execPath, [setUp, lab.needs], { stdio: 'inherit' });
  if (status === 0) await lab.run();
  else process.exitCode = 1;
} else if (name === undefined) {
  console.log(USAGE);
} else {
  console.error(`There is no lab ${name}.\n${USAGE}`);
  process.exitCode = 1;
}
