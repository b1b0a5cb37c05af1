import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../private-file.ts';
import { errorCode } from '../startup-error.ts';
import type { SmsProvider } from './provider.ts';

const textFile = (to: string, text: string): string => `To: ${to}\n\n${text}\n`;

/** The name of a text's file: the newest last. */
const fileOf = (at: Date, id: string): string => `${at.toISOString().replaceAll(':', '-')}-${id}.txt`;

/** The name of a text's file: when it was written, and the id of its attempt. */
const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([0-9a-f-]{36})\.txt$/;

/**
 * Writes each text to a file of its own instead of sending it, for an installation without an account at a provider. What
 * is written counts as delivered.
 */
export const outboxProvider = (folder: string, now: () => Date): SmsProvider => ({
  async send({ to, text, attemptId }) {
    try {
      await writePrivateFile(join(folder, fileOf(now(), attemptId)), textFile(to, text));
      return { outcome: 'accepted', sid: `outbox-${attemptId}` };
    } catch {
      return { outcome: 'not-sent', why: 'unreachable' };
    }
  },

  async find({ to, text, since }) {
    const names = await readdir(folder).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    });
    const found: string[] = [];
    for (const name of names) {
      const [, hour, minutes, seconds, attemptId] = NAME.exec(name) ?? [];
      if (attemptId === undefined || new Date(`${hour}:${minutes}:${seconds}`) < since) continue;
      if ((await readFile(join(folder, name), 'utf8')) === textFile(to, text))
        found.push(`outbox-${attemptId}`);
    }
    return found;
  },

  receiptOf: async () => ({ status: 'delivered' }),
  // Nobody can answer an outbox.
  receivedAt: async () => now(),
});
