import { clock } from '../../../projections/all.ts';
import { LOG_START, positionBefore } from '../../eventsourcing/event-store.ts';
import { mountWebhooks } from '../../features/change-feed/webhooks/compose.ts';
import type { RecordAccess } from '../../features/connections/events.ts';
import { webhooksBase } from '../webhooks.ts';
import { eventPositionsOf } from './change-feed.ts';
import type { ApiContext } from './context.ts';

export function webhookOperations(
  { on, pool, keys, config, publicUrl, log, accounts, positions, clockReader, namesOf, now }: ApiContext,
  record: RecordAccess,
) {
  return mountWebhooks({
    ...webhooksBase({ pool, keys, config, publicUrl, now }),
    on,
    record,
    prepareAnnouncement: accounts.prepareAnnouncement,
    head: log.head,
    positionOf: eventPositionsOf({ pool, log, positions }),
    async positionBefore(instant) {
      const head = await log.head();
      await positions.reached(clock.name, head);
      const justBefore = new Date(instant.getTime() - 1).toISOString();
      const [first] = await clockReader.firstAfter([justBefore]);
      return first === undefined || first === LOG_START ? head : positionBefore(first);
    },
    namesOf,
    now,
  });
}
