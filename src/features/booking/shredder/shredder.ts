import { upcast } from '../../../eventsourcing/event-types.ts';
import type { ProcessManager } from '../../../eventsourcing/process-manager.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import { BOOKING, bookingEventTypes } from '../appointment/events.ts';

/** Its name and its checkpoint's key, so it must never change. */
export const SHREDDER = 'shredder';
/** Saving is delayed this much, since after a lost save a key is only shredded again. */
const SAVE_WITHIN_MS = 1_000;

/**
 * Destroys the key of a deleted booking's stream (docs/event-model.md, "Personal data"): from then on nobody can open its personal parts,
 * in the log, in a copy of it or in a rebuild of a read model. It subscribes to the log as it is stored and keeps no
 * memory. A key is shredded before the checkpoint moves past its event, and shredding it again changes nothing, so a
 * process that is killed in between leaves nothing out. Nothing personal is ever sealed after the deletion: an append at
 * an earlier revision conflicts with it, and a deleted booking refuses every command.
 */
export const createShredder = (
  keys: Pick<SealingKeys, 'shred'>,
): ProcessManager<unknown> & { readonly name: typeof SHREDDER } => ({
  name: SHREDDER,
  prefixes: [`${BOOKING}-`],
  saveWithinMs: SAVE_WITHIN_MS,
  openItems: 0,
  load: async () => {},
  async handle({ events }) {
    for (const event of events) {
      const { type } = upcast(event, bookingEventTypes);
      if (type === 'BookingDeleted') await keys.shred(event.stream);
    }
  },
  save: async () => {},
});
