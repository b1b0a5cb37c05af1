import type { InTheWay } from '../../../contracts/bookings/in-the-way.ts';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { isTimeGivenAway } from '../../../contracts/time-problems.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import { refuse } from '../../../http/refusal.ts';
import { collisionOf, endingAt, partsOf, type Stretch } from '../../../salon/parts.ts';
import { DAY_MINUTES, formatTime } from '../../../salon/salon-time.ts';
import { type Obstacle, obstaclesTo } from '../agenda/checks.ts';
import type { AgendaStreams } from '../agenda/decider.ts';
import { agendaStream } from '../agenda/events.ts';
import type { AgendaState } from '../agenda/state.ts';
import type { Time } from './events.ts';

const KINDS = {
  taken: 'appointment',
  held: 'held',
  'time-blocked': 'blocked-time',
  blocked: 'blocked-date',
} as const satisfies Record<Obstacle['kind'], InTheWay['kind']>;

/**
 * The first thing that an appointment at this time would run into, however much longer it is; undefined if nothing comes on that day.
 *
 * @param bookingId the appointment itself, whose slots don't count
 */
function firstInTheWay(time: Stretch, day: AgendaState, now: Date, bookingId: string): InTheWay | undefined {
  const longest = endingAt(DAY_MINUTES, time);
  const [first] = [...obstaclesTo(longest, day, now, { bookingId })]
    .flatMap((obstacle) => {
      if (obstacle.kind === 'blocked') return { obstacle, at: 0, part: null };
      const collision = collisionOf(partsOf(longest), obstacle.parts);
      return collision ? { obstacle, ...collision } : [];
    })
    .sort((a, b) => a.at - b.at);
  if (!first) return undefined;
  const { obstacle, at, part } = first;
  return {
    kind: KINDS[obstacle.kind],
    start_time: part && formatTime(part.start),
    ...(obstacle.kind === 'taken' && { booking_id: obstacle.bookingId }),
    ...(obstacle.kind === 'held' && { held_until: obstacle.expiresAt }),
    longest_end: at > time.start ? formatTime(at) : null,
  };
}

/**
 * Takes a time for staff, and says what is in the way of one that is refused for it.
 *
 * @param bookingId the appointment whose slots don't count
 */
export async function tellingObstacles<T>(
  { agendas, now }: { readonly agendas: Pick<AgendaStreams, 'read'>; now(): Date },
  bookingId: string,
  { date, ...time }: Time,
  take: () => Promise<T>,
): Promise<T> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof RuleBroken) || !isTimeGivenAway(error.code)) throw error;
    const in_the_way = await agendas.read(agendaStream(date), ({ state }) =>
      firstInTheWay(time, state, now(), bookingId),
    );
    throw refuse(error.code as ProblemCode, in_the_way && { in_the_way });
  }
}
