import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/;
/** Below this compression saves less than its response headers cost. */
const MIN_BYTES = 512;

/**
 * Writes a `.br` and a `.gz` beside every file of a folder that is worth compressing. It runs once per build, so at the
 * slowest and strongest level.
 *
 * @param {string} folder
 */
export async function compressSite(folder) {
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
