import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writePrivateFile } from '../private-file.ts';

/** Sends a text to a phone, E.164. Rejects when it can't be sent. */
export type SendText = (to: string, text: string) => Promise<void>;

/** What the file of a text says. */
export const textFile = (to: string, text: string): string => `To: ${to}\n\n${text}\n`;

/** The name of a text's file: the newest last. */
export const fileOf = (at: Date, id: string): string => `${at.toISOString().replaceAll(':', '-')}-${id}.txt`;

/** Writes each text to a file of its own. */
export const smsOutbox =
  (folder: string, now: () => Date): SendText =>
  (to, text) =>
    writePrivateFile(join(folder, fileOf(now(), randomUUID())), textFile(to, text));
