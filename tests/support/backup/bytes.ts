import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** A file's content, unpacked if its name has a compressed format. */
export const unpackedAs = (name: string, bytes: Buffer): Buffer =>
  name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes;

/** Searches a folder and its subfolders for some texts, as `file: text`. Compressed files are unpacked. */
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
