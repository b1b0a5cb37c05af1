import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Sends a text to a phone, E.164. Rejects when it can't be sent. */
export type SendText = (to: string, text: string) => Promise<void>;

/**
 * Writes each text to a file of its own, readable by this account alone, the newest last by name. Under another name first, so that
 * whoever looks never finds half a text.
 */
export const smsOutbox =
  (folder: string, now: () => Date): SendText =>
  async (to, text) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const at = now().toISOString().replaceAll(':', '-');
    const file = join(folder, `${at}-${randomUUID()}.txt`);
    const draft = `${file}.new`;
    try {
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(`To: ${to}\n\n${text}\n`);
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };
