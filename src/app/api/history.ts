import { createOwnSince } from '../../../projections/appointments/own-since.ts';
import { createChangesBetween } from '../../../projections/history/live/changes.ts';
import { createLiveHub } from '../../../projections/history/live/hub.ts';
import { liveRoutes } from '../../../projections/history/live/routes.ts';
import { createHistoryReader, type HistoryReader } from '../../../projections/history/reader.ts';
import { historyRoutes } from '../../../projections/history/routes.ts';
import { openPersonal } from '../../eventsourcing/sealing/open-personal.ts';
import { undosIn } from '../../features/undo/judge.ts';
import type { ApiContext } from './context.ts';

/** Operations that read all past events, and that stream changes as they happen. */
export function historyOperations({
  on,
  pool,
  log,
  keys,
  namesOf,
  catalogue,
  stylistNaming,
  clockReader: { firstAfter },
  timeZone,
  positions,
  logger,
  draining,
}: ApiContext): HistoryReader {
  const open = openPersonal(keys);
  async function readNames() {
    const stylists = await stylistNaming.read();
    return {
      stylist(id: string) {
        const stylist = stylists.called(id);
        return stylist === undefined ? {} : { stylist };
      },
      service: (id: string) => catalogue.nameOf(id) ?? id,
    };
  }
  const read = createHistoryReader({ pool, log, open, namesOf, firstAfter, undosIn, readNames, timeZone });
  historyRoutes({ on, read });
  const changesBetween = createChangesBetween(pool);
  liveRoutes({
    on,
    ownSince: createOwnSince(pool, positions),
    hub: createLiveHub({ changesBetween, positions, logger, ending: draining }),
  });
  return read;
}
