import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The texts in the outbox of an installation without an account at a provider, the oldest first. */
export async function textsIn(
  dataDir: string,
): Promise<readonly { readonly to: string; readonly text: string }[]> {
  const folder = join(dataDir, 'sms');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(
    files.map(async (name) => {
      const [, to = '', text = ''] =
        /^To: (\S+)\n\n([\s\S]*)\n$/.exec(await readFile(join(folder, name), 'utf8')) ?? [];
      return { to, text };
    }),
  );
}
