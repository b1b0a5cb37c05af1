import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The texts in the outbox of an installation without an account at a provider, the oldest first. */
export async function textsIn(
  dataDir: string,
): Promise<readonly { readonly to: string; readonly text: string }[]> {
  const folder = join(dataDir, 'sms');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt'));
  const texts = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const [, to = '', text = ''] = /^To: (\S+)\n\n([\s\S]*)\n$/.exec(await readFile(path, 'utf8')) ?? [];
      // The name tells the time of the service's clock, which may stand still.
      return { to, text, at: (await stat(path)).mtimeMs };
    }),
  );
  return texts.sort((one, other) => one.at - other.at).map(({ to, text }) => ({ to, text }));
}
