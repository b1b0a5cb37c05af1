import { clock } from '../../../projections/all.ts';
import type { ClockReader } from '../../../projections/clock/queries.ts';
import type { ProjectedPositions } from '../../../projections/engine/positions/projected-positions.ts';
import { LOG_START, positionBefore } from '../../eventsourcing/event-store.ts';
import { namesOfUsers } from '../../features/accounts/users/users.ts';
import { mountWebhooks } from '../../features/change-feed/webhooks/compose.ts';
import type { AppContext } from '../context.ts';
import type { Stores } from '../stores.ts';
import { webhooksBase } from '../webhooks.ts';
import { eventPositionsOf } from './change-feed.ts';
import type { ResourceDeps } from './operations.ts';

interface WebhooksDeps extends Pick<ResourceDeps, 'on'> {
  readonly stores: Pick<Stores, 'log' | 'pool' | 'keys'>;
  readonly context: Pick<AppContext, 'config' | 'publicUrl' | 'now'>;
  readonly positions: ProjectedPositions;
  readonly clockReader: Pick<ClockReader, 'firstAfter'>;
}

/** Operations on webhooks. */
export function webhookOperations({ on, stores, context, positions, clockReader }: WebhooksDeps): void {
  const { log, pool } = stores;
  mountWebhooks({
    ...webhooksBase(stores, context),
    on,
    head: log.head,
    positionOf: eventPositionsOf({ pool, log, positions }),
    async positionBefore(instant) {
      const head = await log.head();
      await positions.reached(clock.name, head);
      const justBefore = new Date(instant.getTime() - 1).toISOString();
      const [first] = await clockReader.firstAfter([justBefore]);
      return first === undefined || first === LOG_START ? head : positionBefore(first);
    },
    namesOf: (userIds) => namesOfUsers(pool, userIds),
  });
}
