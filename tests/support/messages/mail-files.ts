import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The mails that a service without a mail server has written, in no order. */
export async function mailFiles(dataDir: string): Promise<readonly Email[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

/** The address that a mail's button leads to. */
export const linkIn = ({ text = '' }: Email): string => /https?:\S+/.exec(text)?.[0] ?? '';
