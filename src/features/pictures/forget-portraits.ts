import type { Pool } from 'pg';
import { type PictureUse, portraitUse } from '../../contracts/salon/picture-uses.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import { SALON, salonEventTypes } from '../settings/events.ts';

/**
 * Makes a function that removes every picture that was ever shown of a stylist, but for one that is also shown elsewhere on the website.
 * May be repeated.
 */
export const portraitForgetter =
  ({ log, pool }: { readonly log: Pick<EventStore, 'read'>; readonly pool: Pool }) =>
  async (stylistId: string): Promise<void> => {
    const use = portraitUse(stylistId);
    const shown = new Map<PictureUse, string>();
    const portraits = new Set<string>();
    for (const recorded of await log.read(SALON)) {
      const { type, data } = upcast(recorded, salonEventTypes);
      if (type === 'DrawnPictureChosen') shown.delete(data.use);
      if (type !== 'PictureChosen') continue;
      shown.set(data.use, data.picture);
      if (data.use === use) portraits.add(data.picture);
    }
    shown.delete(use);
    const kept = new Set(shown.values());
    const gone = [...portraits].filter((picture) => !kept.has(picture));
    await pool.query('delete from picture_files where picture = any($1)', [gone]);
    await pool.query('delete from pictures where id = any($1)', [gone]);
  };
