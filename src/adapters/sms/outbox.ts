import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writePrivateFile } from '../private-file.ts';

/** Sends a text to a phone, E.164. Rejects when it can't be sent. */
export type SendText = (to: string, text: string) => Promise<void>;

/** Writes each text to a file of its own, the newest last by name. */
export const smsOutbox =
  (folder: string, now: () => Date): SendText =>
  (to, text) => {
    const at = now().toISOString().replaceAll(':', '-');
    return writePrivateFile(join(folder, `${at}-${randomUUID()}.txt`), `To: ${to}\n\n${text}\n`);
  };
