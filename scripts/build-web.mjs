import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { withProgress } from './progress.mjs';
import { CommandFailed, runQuietly } from './run-quietly.mjs';

const CACHE = join('node_modules', '.cache', 'salon-booking');
const STAMP = join(CACHE, 'web-sources');
/** Everything that the result depends on. */
const SOURCES = [
  'web',
  join('src', 'contracts'),
  join('src', 'salon'),
  'package-lock.json',
  'tsconfig.json',
  join('scripts', 'build-web.mjs'),
];

/** Pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/;
/** Below this compression saves less than its response headers cost. */
const MIN_BYTES = 512;

/** Builds the site into `web/dist`, for browsers and for the server, unless it was built from the same sources. */
export async function buildWeb() {
  const hash = await hashOf(SOURCES);
  const built = await readFile(STAMP, 'utf8').catch(() => '');
  if (built === hash && existsSync(join('web', 'dist', 'server', 'prerender.js'))) return;

  await rm(STAMP, { force: true });
  const node = join('node_modules', '.bin', 'node');
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  try {
    await withProgress('Building the site', async () => {
      const config = join('web', 'vite.config.ts');
      await runQuietly(node, [vite, 'build', '--app', '--config', config, '--logLevel', 'warn'], {
        env: { ...process.env, NODE_ENV: 'production' },
      });
      await compressSite(join('web', 'dist', 'client'));
    });
  } catch (error) {
    if (error instanceof CommandFailed) console.error(error.output.trim());
    throw new Error('The site could not be built.');
  }
  await mkdir(CACHE, { recursive: true });
  await writeFile(STAMP, hash);
}

/**
 * One hash over the names and contents of all files in the given files and folders.
 *
 * @param {readonly string[]} roots
 */
async function hashOf(roots) {
  const hash = createHash('sha256');
  for (const root of roots) {
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => undefined);
    const files = entries
      ?.filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .filter((file) => !file.startsWith(join('web', 'dist') + sep))
      .sort();
    for (const file of files ?? [root])
      hash
        .update(file)
        .update('\0')
        .update(await readFile(file))
        .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Writes a `.br` and a `.gz` beside every file of a folder that is worth compressing. It runs once per build, so at the
 * slowest and strongest level.
 *
 * @param {string} folder
 */
async function compressSite(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const plain = await readFile(file);
    if (plain.length < MIN_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }));
  }
}
