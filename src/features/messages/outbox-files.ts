import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { ledgersOf } from './events.ts';
import { readLedger } from './ledger/ledger.ts';

/** The id of the attempt in a file's name. */
const attemptOf = (name: string) => /([0-9a-f-]{36})\.(?:txt|eml)$/.exec(name)?.[1];

async function removeFilesOf(folder: string, attempts: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const theirs = names.filter((name) => attempts.has(attemptOf(name) ?? ''));
  await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
}

interface Deps {
  readonly log: Pick<EventStore, 'read'>;
  readonly dataDir: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Removes a booking's texts and mails that were written to files because no provider or mail server is set: they contain numbers and
 * addresses that must go when the booking is erased. A file that can't be removed doesn't stop the erasure.
 */
export const outboxForgetter =
  ({ log, dataDir, logger }: Deps) =>
  async (bookingId: string): Promise<void> => {
    try {
      const ledgers = await Promise.all(
        ledgersOf(bookingId).map(async (stream) => readLedger(await log.read(stream))),
      );
      const attempts = new Set(ledgers.flatMap(({ ledger }) => [...ledger.attempts.keys()]));
      if (attempts.size === 0) return;
      for (const folder of ['sms', 'mail']) await removeFilesOf(join(dataDir, folder), attempts);
    } catch (err) {
      logger.warn({ err, bookingId }, 'Files of messages about an erased appointment were not removed.');
    }
  };
