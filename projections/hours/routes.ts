import { getHours, getSchedule, type Schedule } from '../../src/contracts/salon/admin-hours.ts';
import { getSalon, type Salon } from '../../src/contracts/salon/salon.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { refuse } from '../../src/http/refusal.ts';
import { hours } from './projection.ts';

/**
 * @param salon returns the public part of the profile, and the current opening hours
 * @param models the read models that it reads besides the weekly hours
 */
export function salonRoutes({
  on,
  salon,
  models,
}: {
  readonly on: Mount;
  salon(): Promise<Salon>;
  readonly models: readonly NamedModel[];
}): void {
  on(getSalon, async () => ({ body: await salon() }), [hours, ...models]);
}

/** The weekly schedule as staff see it. */
export function scheduleRoutes({
  on,
  schedule,
}: {
  readonly on: Mount;
  schedule(): Promise<Schedule>;
}): void {
  on(getSchedule, async () => {
    const body = await schedule();
    return { body, version: body.version };
  }, [hours]);
  on(
    getHours,
    async ({ params: { id } }) => {
      const { version, hours: all } = await schedule();
      const body = all.find((slot) => slot.id === id);
      if (!body) throw refuse('hours-not-found');
      return { body, version };
    },
    [hours],
  );
}
