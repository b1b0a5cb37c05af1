import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { executedFiles } from './executed-files.ts';
import { createPeople } from './people.ts';

/** `npm run lab walks [-- --files]`: counts the files of the product that run for six requests, by V8's own coverage. */

/** Each walk is done once so that everything is loaded, and then so often. A file that runs each time belongs to the walk. */
const TIMES = 2;

const folder = await mkdtemp(join(tmpdir(), 'salon-walks-'));
const coverage = join(folder, 'coverage');
const settings = {
  DATA_DIR: join(folder, 'data'),
  SECRET_KEY: TEST_SECRET_KEY,
  MESSAGE_WINDOW_SECONDS: '2',
  // All walks are one sender's.
  BOOKING_LIMIT_PER_HOUR: '100',
};
const server = await startServerProcess(
  { ...settings, NODE_V8_COVERAGE: coverage },
  join(import.meta.dirname, 'server-entry.ts'),
);
try {
  const grantAdmin = async (email: string) => {
    const script = join(import.meta.dirname, '../../../scripts/admin.ts');
    await promisify(execFile)(process.execPath, [script, 'grant', email], {
      env: { ...process.env, ...settings },
    });
  };
  const { during } = executedFiles(server.pid, coverage);
  const walks = await createPeople({
    url: server.url,
    dataDir: settings.DATA_DIR,
    said: server.output,
    grantAdmin,
  });
  for (const { name, begin, walk } of walks) {
    await walk(await begin());
    let files: readonly string[] | undefined;
    for (let time = 0; time < TIMES; time += 1) {
      const begun = await begin();
      const ran = await during(() => walk(begun));
      files = (files ?? [...ran]).filter((file) => ran.has(file));
    }
    console.log(`${String(files?.length).padStart(4)}  ${name}`);
    if (process.argv.includes('--files'))
      for (const file of (files ?? []).toSorted()) console.log(`        ${file}`);
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
