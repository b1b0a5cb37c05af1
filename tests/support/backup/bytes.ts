import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** What is in a file, unpacked if its name says that it is compressed. */
export function unpackedAs(name: string, bytes: Buffer): Buffer {
  if (name.endsWith('.br')) return brotliDecompressSync(bytes);
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Which of some texts are in which files of a folder, and of the folders in it; files that are compressed as a whole are unpacked. */
export async function foundIn(folder: string, texts: readonly (string | Buffer)[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const content = unpackedAs(entry.name, bytes);
    for (const text of texts)
      if (content.includes(text)) found.push(`${relative(folder, path)}: ${text.toString('latin1')}`);
  }
  return found;
}
