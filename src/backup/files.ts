import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { StartupError } from '../adapters/startup-error.ts';
import { FILES, type FileEntry, type FileName, type Manifest, nameOf } from './format.ts';

/** Measured on events: gzip takes almost three times as long and its files are larger; the next quality takes twice as long and saves a hundredth. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 1 };
const CHUNK_BYTES = 1_048_576;
const LINES_AT_ONCE = 1_000;

/** Writes lines as they come into a new file that only its owner can read, and waits until the disk has it. */
export async function writeLines(
  path: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<FileEntry> {
  const hash = createHash('sha256');
  let lines = 0;
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  await pipeline(
    async function* () {
      for await (const batch of batches) {
        if (batch.length === 0) continue;
        lines += batch.length;
        yield `${batch.join('\n')}\n`;
      }
    },
    createBrotliCompress({ params: QUALITY, chunkSize: CHUNK_BYTES }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    file.createWriteStream({ flush: true }),
  );
  return { lines, bytes, sha256: hash.digest('hex') };
}

/** @throws StartupError unless all files are what they were when the backup was made */
export async function checkFiles(folder: string, manifest: Manifest): Promise<void> {
  for (const name of Object.keys(FILES) as FileName[]) await checkFile(folder, manifest, name);
}

/** @throws StartupError unless the file is what it was when it was written */
export async function checkFile(folder: string, manifest: Manifest, name: FileName): Promise<void> {
  const path = join(folder, nameOf(manifest, name));
  const { size } = await stat(path).catch(() => ({ size: undefined }));
  if (size === undefined) throw new StartupError(`${basename(path)} is missing in ${folder}.`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  const { bytes, sha256 } = manifest.files[name];
  if (size !== bytes || hash.digest('hex') !== sha256)
    throw new StartupError(`${basename(path)} is not as it was written: it was cut or altered.`);
}

/** The lines of a file in batches, parsed. */
export async function* readLines<Line>(
  folder: string,
  manifest: Manifest,
  name: FileName,
): AsyncGenerator<readonly Line[]> {
  for await (const lines of readTexts(folder, manifest, name))
    yield lines.map((line) => JSON.parse(line) as Line);
}

/** The lines of a file in batches, as they are written. */
export async function* readTexts(
  folder: string,
  manifest: Manifest,
  name: FileName,
): AsyncGenerator<readonly string[]> {
  const path = join(folder, nameOf(manifest, name));
  const file = createReadStream(path);
  const unpacked = createBrotliDecompress({ chunkSize: CHUNK_BYTES }).setEncoding('utf8');
  file.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  let rest = '';
  for await (const chunk of unpacked) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) yield lines.slice(at, at + LINES_AT_ONCE);
  }
}
