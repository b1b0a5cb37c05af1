import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { deadlineIn } from '../eventsourcing/deadline.ts';
import type { CommandRun } from '../eventsourcing/event-streams.ts';
import { UnreadableEvent } from '../eventsourcing/event-types.ts';
import { derivedId } from '../eventsourcing/identity.ts';
import { createCatalogueCommands, type ServiceStreams } from '../features/catalogue/commands.ts';
import type { HoursStreams } from '../features/hours/commands.ts';
import { HOURS } from '../features/hours/events.ts';
import { parseClock } from '../salon/salon-time.ts';

/** Generous: nobody waits for an answer, and a start waits a minute for a log that is away. */
const SEED_DEADLINE_MS = 120_000;

/** The same run for the same thing at every start, so that what was seeded once is never seeded again. */
function seedRun(...subject: readonly string[]): CommandRun {
  const commandId = derivedId('seed', ...subject);
  return {
    context: {
      commandId,
      requestHash: 'seed',
      correlationId: commandId,
      causationId: commandId,
      actor: { kind: 'system', process: 'seed' },
    },
    deadline: deadlineIn(SEED_DEADLINE_MS),
  };
}

/**
 * Undefined for a stream that holds an event which can't be read here. The live projections report it; a start that
 * failed for it would take away all that is in order.
 */
const unlessUnreadable = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof UnreadableEvent) return undefined;
    throw error;
  });

/**
 * Gives a new salon the services and the weekly hours of its profile. The hours come last and all at once:
 * where they have been decided, the first start is over, and whatever staff have changed or removed since
 * stays as they left it. A start that is killed half-way is completed by the next one.
 */
export async function seed(
  { services, hours }: { services: ServiceStreams; hours: HoursStreams },
  profile: SalonProfile,
): Promise<void> {
  // Hours that can't be read have been decided, whatever they are.
  const decided = await unlessUnreadable(hours.load(HOURS));
  if (decided === undefined || decided.state.initialized) return;
  const catalogue = createCatalogueCommands({ services });
  for (const service of profile.services) {
    const { id, name, description, category } = service;
    const offer = {
      name,
      description,
      category,
      publicGroup: service.public_group,
      priceCents: service.price_cents,
      priceText: service.price_text,
      durationMinutes: service.duration_minutes,
    };
    await unlessUnreadable(catalogue.add({ id, offer, active: true }, seedRun('service', id)));
  }
  const week = profile.hours.map(({ day_of_week, start_time, end_time }) => ({
    hoursId: derivedId('seed', 'hours', day_of_week, start_time),
    dayOfWeek: day_of_week,
    start: parseClock(start_time) ?? 0,
    end: parseClock(end_time) ?? 0,
  }));
  await hours.handle(HOURS, () => ({ kind: 'SetInitialHours', week }), seedRun('hours'));
}
