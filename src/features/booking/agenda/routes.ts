import { dropHold, holdSlot } from '../../../contracts/holds.ts';
import type { Mount } from '../../../http/operation.ts';
import type { LimitSubject } from '../../../http/rate-limits.ts';
import { refuse } from '../../../http/refusal.ts';
import { minutesOf } from '../../../salon/salon-time.ts';
import type { HoldCommands, HoldQuota } from './hold-commands.ts';

export interface HoldRoutesDeps {
  readonly on: Mount;
  readonly commands: HoldCommands;
  /** Counts the live holds of one address. */
  readonly limit: {
    admit(subjects: readonly string[], holdId: string, insteadOf?: string): Promise<number>;
    withdraw(subjects: readonly string[], holdId: string): Promise<void>;
  };
  readonly subjectOf: LimitSubject;
}

/** Holding a time while the checkout is filled in, and giving it back. */
export function holdRoutes({ on, commands, limit, subjectOf }: HoldRoutesDeps): void {
  function quotaOf(address: string): HoldQuota {
    const subjects = [subjectOf('address', address)];
    return {
      async admit(holdId, replaces) {
        const wait = await limit.admit(subjects, holdId, replaces);
        if (wait > 0) throw refuse('too-many-requests', wait);
      },
      withdraw: (holdId) => limit.withdraw(subjects, holdId),
    };
  }

  on(holdSlot, async ({ body, address, run }) => {
    const { holdId, expiresAt, position } = await commands.hold(
      {
        date: body.date,
        start: minutesOf(body.time),
        serviceIds: body.services.map(({ id }) => id),
        replaces: body.hold_id,
        quota: quotaOf(address),
      },
      run,
    );
    return { body: { hold_id: holdId, expires_at: expiresAt, position } };
  });

  // Known or not, held or over: the answer is the same, so that nobody learns from it which holds there are.
  on(dropHold, async ({ params, address, run }) => {
    await commands.drop(params.id, run);
    await quotaOf(address).withdraw(params.id);
  });
}
