import type { Logger } from 'pino';
import type { SpecialHours } from '../contracts/salon/salon.ts';
import { regularly } from '../eventsourcing/async/regularly.ts';

interface WatchDeps {
  /** Special hours from today on, in order. */
  read(): Promise<readonly SpecialHours[]>;
  readonly everyMs: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Tells when special hours have changed. They are asked for at intervals: nobody but search engines reads them from the pages, and
 * following all events of all days for them would cost much more.
 */
export async function watchSpecialHours({ read, everyMs, logger, signal }: WatchDeps) {
  let known: string | undefined;
  let changed = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();

  async function look(): Promise<void> {
    const before = known;
    known = JSON.stringify(await read());
    if (before === undefined || known === before) return;
    changed.resolve();
    changed = Promise.withResolvers();
  }
  const onFailure = (err: unknown) => logger.warn({ err }, 'The hours of single dates could not be read.');
  const ended = regularly([() => look().finally(first.resolve)], { everyMs, onFailure }, signal);
  // If the start is given up by now, nothing is read any more.
  await Promise.race([first.promise, ended]);
  return {
    /** Resolves when they have changed the next time. */
    changed: () => changed.promise,
    /** Resolves after the signal has aborted. */
    ended,
  };
}
