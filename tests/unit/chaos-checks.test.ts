import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { promisesOfTheLog } from '../lab/chaos/checks.ts';
import type { Known } from '../lab/chaos/customers.ts';
import { createTraffic, LONGEST_ANSWER_MS } from '../lab/chaos/traffic.ts';
import type { Answer } from '../support/network/http-client.ts';

/** The checks of the fault suite: each must find its fault. */

const DAY = '2026-11-24';
const position = (n: number) => String(n).padStart(32, '0');

type Told = readonly [stream: string, type: string, data: Readonly<Record<string, string | number>>];

const logOf = (...told: readonly Told[]): RecordedEvent[] =>
  told.map(([stream, type, data], index) => ({
    id: `event-${index}`,
    stream,
    type,
    data,
    revision: BigInt(index),
    position: position(index),
    metadata: {
      commandId: '',
      requestHash: '',
      correlationId: '',
      causationId: '',
      actor: { kind: 'customer' },
      at: '2026-11-20T18:00:00.000Z',
      schemaVersion: 1,
    },
  }));

const taken = (slotId: string, bookingId: string, start = 600): Told => [
  `agenda-${DAY}`,
  'SlotTaken',
  { slotId, bookingId, start, end: start + 60 },
];
const requested = (bookingId: string, slotId: string): Told => [
  `booking-${bookingId}`,
  'BookingRequested',
  { slotId },
];
const known = (id: string, ...positions: readonly number[]): Known => ({
  id,
  token: '',
  position: position(positions.at(-1) ?? 0),
  positions: positions.map(position),
  states: [],
});

const GOOD = [taken('slot-1', 'ann'), requested('ann', 'slot-1')];

/** Names of the promises to these customers that these events break, and the losses. */
function judged(told: readonly Told[], customers: readonly Known[]) {
  const { checks, lost } = promisesOfTheLog(logOf(...told), customers);
  return { broken: checks.filter(({ ok }) => !ok).map(({ name }) => name), lost };
}

describe('the check of the log', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(judged(GOOD, [known('ann', 1)])).toEqual({ broken: [], lost: 0 });
  });

  it('counts what was acknowledged and is not there, or is in another stream', () => {
    const broken = ['nothing acknowledged is missing in the log'];
    expect(judged(GOOD, [known('ann', 1, 7)])).toEqual({ broken, lost: 1 });
    expect(judged(GOOD, [known('ann', 0)])).toEqual({ broken, lost: 1 });
  });

  it('finds a time given to two', () => {
    const told = [...GOOD, taken('slot-2', 'ben', 630), requested('ben', 'slot-2')];
    expect(judged(told, [known('ann', 1)]).broken).toEqual(['no slot was given twice']);
  });

  it('finds a slot that no booking occupies', () => {
    const told = [...GOOD, taken('slot-2', 'ben', 720)];
    expect(judged(told, [known('ann', 1)]).broken).toEqual(['no orphan slot is left']);
  });

  it('finds that nobody got through', () => {
    expect(judged([], []).broken).toEqual(['customers got through']);
  });
});

const CLEAR = {
  status: 503,
  headers: { 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '1' },
  text: '',
  json: { code: 'unavailable' },
};

/** The findings of the traffic about one answer that came after so long. */
function seen(answer: Answer | undefined, { ms = 5, wasDown = false } = {}) {
  const traffic = createTraffic(() => wasDown);
  traffic.note({ path: '/api/manage?after=1' }, performance.now() - ms, answer);
  return { refused: traffic.refused, offences: traffic.offences };
}

describe('the watch over the traffic', () => {
  it('lets answers pass, and counts a clear 503 as refused', () => {
    expect(seen({ ...CLEAR, status: 200 })).toEqual({ refused: 0, offences: [] });
    expect(seen({ ...CLEAR, status: 409 })).toEqual({ refused: 0, offences: [] });
    expect(seen(CLEAR)).toEqual({ refused: 1, offences: [] });
  });

  it.each([
    ['answered 500', { ...CLEAR, status: 500 }],
    ['answered 502', { ...CLEAR, status: 502 }],
    ['without the problem', { ...CLEAR, json: { code: 'internal-error' } }],
    ['without the problem', { ...CLEAR, headers: { ...CLEAR.headers, 'content-type': 'text/html' } }],
    ['without Retry-After', { ...CLEAR, headers: { 'content-type': 'application/problem+json' } }],
  ])('reports an answer: %s', (how, answer) => {
    expect(seen(answer)).toEqual({ refused: 0, offences: [expect.stringContaining(how)] });
  });

  it('reports a caller who is kept waiting, with any answer, and names no query', () => {
    const { offences } = seen(CLEAR, { ms: LONGEST_ANSWER_MS + 1 });
    expect(offences).toEqual([expect.stringMatching(/^GET \/api\/manage was kept waiting after \d+ ms$/)]);
  });

  it('takes offence at a broken connection, unless the server was killed meanwhile', () => {
    expect(seen(undefined).offences).toEqual([expect.stringContaining('got no answer')]);
    expect(seen(undefined, { wasDown: true }).offences).toEqual([]);
  });
});
