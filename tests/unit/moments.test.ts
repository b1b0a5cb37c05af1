import { describe, expect, it } from 'vitest';
import { LOG_START, type Position, positionBefore } from '../../src/eventsourcing/event-store.ts';
import { createMoments } from '../../src/http/operation/moments.ts';
import { InvalidRequest } from '../../src/http/operation/parse.ts';
import { createProjectionWait } from '../../src/http/operation/projected.ts';
import { Refused } from '../../src/http/refusal.ts';

/** The moment that a request means, and the moments without an answer. */

const at = (number: number): Position => number.toString(16).padStart(32, '0');
const instant = (second: number) => `2026-11-20T18:00:${String(second).padStart(2, '0')}.000Z`;

/** Events at positions 10, 20, 30 …, each recorded five seconds after the one before, from `18:00:05` on. */
const EVENTS = [1, 2, 3, 4].map((number) => ({ position: at(10 * number), at: instant(5 * number) }));
const [FIRST, SECOND, THIRD, LAST] = EVENTS.map(({ position }) => position) as [
  Position,
  Position,
  Position,
  Position,
];

/** @param reached position of the read models; they get no further while a caller waits, unless `catchesUp` */
function given({
  events = EVENTS,
  reached = events.at(-1)?.position ?? LOG_START,
  catchesUp = false,
  unfilled = [],
}: {
  readonly events?: typeof EVENTS;
  readonly reached?: Position;
  readonly catchesUp?: boolean;
  readonly unfilled?: readonly { readonly name: string; readonly events: number }[];
} = {}) {
  let projected = reached;
  const head = async () => events.at(-1)?.position ?? LOG_START;
  const known = () => events.filter(({ position }) => position <= projected);
  const momentOf = createMoments({
    waitForProjection: createProjectionWait({
      reached: async (_name, after) => {
        if (catchesUp && after !== undefined && after > projected) projected = after;
        return projected;
      },
      head,
    }),
    head,
    clock: { name: 'clock' },
    instantOf: async (position) => known().findLast((event) => event.position <= position)?.at ?? null,
    firstAfter: async (instants) =>
      instants.map((other) => known().find((event) => event.at > other)?.position ?? LOG_START),
    unfilled: async () => unfilled,
    now: () => new Date(instant(30)),
  });
  return async (asked: { after?: Position; at?: Position; as_of?: string }) => {
    const models = [{ name: 'bookings' }];
    const { moment, positions } = await momentOf(asked, models);
    for (const position of positions) expect(position >= moment.position || !position).toBe(true);
    return moment;
  };
}

const refusal = (code: string) =>
  expect.toSatisfy((error) => error instanceof Refused && error.code === code);
const invalid = (path: string) =>
  expect.toSatisfy((error) => error instanceof InvalidRequest && error.errors[0]?.path === path);

describe('a position', () => {
  it('is the moment, with the instant of the last event up to there', async () => {
    const momentOf = given();
    expect(await momentOf({ at: SECOND })).toEqual({ position: SECOND, as_of: instant(10) });
    expect(await momentOf({ at: at(25) })).toEqual({ position: at(25), as_of: instant(10) });
  });

  it('before the first event has no instant', async () => {
    expect(await given()({ at: at(0) })).toEqual({ position: at(0), as_of: null });
    expect(await given({ events: [] })({ at: at(0) })).toEqual({ position: at(0), as_of: null });
  });

  it('beyond the end of the log is refused as the wrong one that it is', async () => {
    await expect(given()({ at: at(41) })).rejects.toEqual(invalid('at'));
  });

  it('is waited for until the read models have reached it', async () => {
    expect(await given({ reached: FIRST, catchesUp: true })({ at: THIRD })).toEqual({
      position: THIRD,
      as_of: instant(15),
    });
  });

  it('that the read models don’t reach in time is unavailable, never answered by something older', async () => {
    await expect(given({ reached: SECOND })({ at: THIRD })).rejects.toEqual(refusal('unavailable'));
    await expect(given({ reached: SECOND })({ at: THIRD })).rejects.toMatchObject({ retryAfterSeconds: 1 });
  });
});

describe('an instant', () => {
  it('is the moment before the first event that is recorded as later', async () => {
    const momentOf = given();
    const second = { position: positionBefore(THIRD), as_of: instant(10) };
    expect(await momentOf({ as_of: instant(10) })).toEqual(second);
    expect(await momentOf({ as_of: instant(14) })).toEqual(second);
  });

  it('before the first event is a moment without an instant', async () => {
    const before = { position: positionBefore(FIRST), as_of: null };
    expect(await given()({ as_of: instant(4) })).toEqual(before);
    expect(await given({ events: [] })({ as_of: instant(4) })).toEqual({ position: at(0), as_of: null });
  });

  it('after the last event is the end of the log', async () => {
    expect(await given()({ as_of: instant(29) })).toEqual({ position: LAST, as_of: instant(20) });
  });

  it('in the future is refused', async () => {
    await expect(given()({ as_of: instant(31) })).rejects.toEqual(invalid('as_of'));
  });

  it('is waited for while the read models have yet to reach its end, or is unavailable', async () => {
    // The event that ends the moment is in the log, but in no read model yet.
    expect(await given({ reached: FIRST, catchesUp: true })({ as_of: instant(16) })).toEqual({
      position: positionBefore(LAST),
      as_of: instant(15),
    });
    await expect(given({ reached: FIRST })({ as_of: instant(16) })).rejects.toEqual(refusal('unavailable'));
  });
});

it('without a position or an instant, the moment is the last one that all read models have reached', async () => {
  expect(await given({ reached: SECOND })({})).toEqual({ position: SECOND, as_of: instant(10) });
  expect(await given({ events: [] })({})).toEqual({ position: at(0), as_of: null });
});

it('without a position or an instant, a process that has just started waits for a moment', async () => {
  expect(await given({ reached: LOG_START, catchesUp: true })({})).toMatchObject({ position: LAST });
  await expect(given({ reached: LOG_START })({})).rejects.toEqual(refusal('unavailable'));
});

it('the moment is no earlier than the position that the caller has seen', async () => {
  expect(await given({ reached: FIRST, catchesUp: true })({ after: THIRD })).toEqual({
    position: THIRD,
    as_of: instant(15),
  });
  expect(await given({ reached: FIRST, catchesUp: true })({ after: THIRD, at: SECOND })).toEqual({
    position: SECOND,
    as_of: instant(10),
  });
});

describe('a read model that is still being filled', () => {
  const unfilled = [{ name: 'bookings', events: 12 }];
  const isFilling = expect.toSatisfy(
    (error) =>
      error instanceof Refused && error.code === 'unavailable' && error.members.filling?.[0]?.events === 12,
  );

  it('has no moment yet, and says how far it is', async () => {
    const momentOf = given({ reached: LOG_START, unfilled });
    await expect(momentOf({})).rejects.toEqual(isFilling);
    await expect(momentOf({ at: FIRST })).rejects.toEqual(isFilling);
    await expect(momentOf({ as_of: instant(1) })).rejects.toEqual(isFilling);
  });

  it('isn’t asked for once there is one that has reached something', async () => {
    expect(await given({ unfilled })({})).toMatchObject({ position: LAST });
  });
});
