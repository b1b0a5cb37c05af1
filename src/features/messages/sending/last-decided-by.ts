import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { SENDING } from '../events.ts';

interface Deps {
  readonly log: Pick<EventStore, 'read'>;
  /** What users are called, by id. */
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** What the member of staff is called who paused messages, or let them leave, last; null where nobody did, or the account is gone. */
export const createLastDecidedBy =
  ({ log, namesOf }: Deps) =>
  async (): Promise<string | null> => {
    const actor = (await log.read(SENDING)).at(-1)?.metadata.actor;
    if (actor?.kind !== 'admin' || actor.userId === undefined) return null;
    return (await namesOf([actor.userId])).get(actor.userId) ?? null;
  };
