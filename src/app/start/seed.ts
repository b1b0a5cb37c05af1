import type { SalonProfile } from '../../adapters/salon-profile/profile.ts';
import { deadlineIn } from '../../eventsourcing/async/deadline.ts';
import { UnreadableEvent } from '../../eventsourcing/event-types.ts';
import { derivedId } from '../../eventsourcing/identity.ts';
import { processContext } from '../../eventsourcing/processes/process-context.ts';
import type { CommandRun } from '../../eventsourcing/streams/event-streams.ts';
import { createCatalogueCommands, type ServiceStreams } from '../../features/catalogue/commands.ts';
import type { HoursStreams } from '../../features/hours/commands.ts';
import { HOURS } from '../../features/hours/events.ts';
import { intervalOf } from '../../salon/salon-time.ts';

/** Long, since no request waits for seeding, and a start waits up to a minute for a log that doesn't answer. */
const SEED_DEADLINE_MS = 120_000;

/** The same command id at every start, so that nothing is seeded twice. */
function seedRun(...subject: readonly string[]): CommandRun {
  return { context: processContext('seed', subject), deadline: deadlineIn(SEED_DEADLINE_MS) };
}

/**
 * The result, or undefined if the stream contains an event that this program can't read. The live projections report such a
 * stream. The start mustn't fail because of it, since then nothing at all would work.
 */
const unlessUnreadable = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof UnreadableEvent) return undefined;
    throw error;
  });

/**
 * Gives a new salon the services and the weekly hours of its profile. The hours are set last and all at once, so their existence
 * shows that seeding is complete. After that nothing is seeded, so that what staff have changed or removed stays that way. If a
 * start is killed while it seeds, the next start completes the seeding.
 */
export async function seed(
  { services, hours }: { services: ServiceStreams; hours: HoursStreams },
  profile: SalonProfile,
): Promise<void> {
  // If the hours exist but can't be read, they have been set, so there is nothing to seed.
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
  const week = profile.hours.map((opening) => ({
    hoursId: derivedId('seed', 'hours', opening.day_of_week, opening.start_time),
    dayOfWeek: opening.day_of_week,
    ...intervalOf(opening),
  }));
  await hours.handle(HOURS, () => ({ kind: 'SetInitialHours', week }), seedRun('hours'));
}
