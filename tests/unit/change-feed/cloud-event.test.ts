import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOUD_EVENT_TYPES, CloudEvent } from '../../../src/contracts/change-feed.ts';
import type { EventData, RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { UnknownEvent } from '../../../src/eventsourcing/event-types.ts';
import { agendaEventTypes } from '../../../src/features/booking/agenda/events.ts';
import { toCloudEvent } from '../../../src/features/change-feed/cloud-event.ts';
import { customerEventTypes } from '../../../src/features/customers/events.ts';
import { messageEventTypes } from '../../../src/features/messages/events.ts';
import { stylistEventTypes } from '../../../src/features/team/events.ts';
import { BOOKING, CUSTOMER, ENDED, MESSAGE, STYLIST, TOLD } from '../../support/log/told-outside.ts';

interface Fixture {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: EventData;
}

/** One event of every type and version that was ever written (event-schemas.test.ts holds that). */
const FIXTURES: readonly Fixture[] = JSON.parse(
  readFileSync(new URL('../../support/log/event-fixtures.json', import.meta.url), 'utf8'),
);

const ID = '00000000-0000-4000-8000-000000000099';
const SOURCE = 'https://salon.example';

function streamOf(type: string): string {
  if (type in agendaEventTypes) return 'agenda-2026-11-24';
  if (type in customerEventTypes) return `customer-${CUSTOMER}`;
  if (type in stylistEventTypes) return `stylist-${STYLIST}`;
  if (type.startsWith('Mail')) return `mails-${BOOKING}`;
  if (type in messageEventTypes) return `messages-${BOOKING}`;
  return `booking-${BOOKING}`;
}

const recorded = (
  { type, schemaVersion, data }: Fixture,
  metadata: Partial<RecordedEvent['metadata']> = {},
): RecordedEvent => ({
  id: ID,
  type,
  data,
  stream: streamOf(type),
  revision: 0n,
  position: '0'.repeat(32),
  metadata: {
    commandId: '00000000-0000-4000-8000-000000000098',
    requestHash: 'hash',
    correlationId: 'correlation',
    causationId: 'causation',
    actor: { kind: 'customer' },
    at: '2026-11-20T18:00:00.000Z',
    schemaVersion,
    ...metadata,
  },
});

describe('an event of the log', () => {
  it.each(FIXTURES.map((fixture, index) => [fixture.type, fixture, index] as const))(
    'of the type %s is told as the table says, or never leaves',
    (type, fixture, index) => {
      const nth = FIXTURES.slice(0, index + 1).filter((one) => one.type === type).length;
      const expected = TOLD[`${type}, ${nth}`] ?? TOLD[type];
      expect(expected, `nobody has decided what ${type} is to programs outside`).not.toBeUndefined();
      const told = toCloudEvent(recorded(fixture), SOURCE);
      if (!expected) {
        expect(told).toBeUndefined();
        return;
      }
      const [name, subject, data] = expected;
      expect(told).toEqual({
        specversion: '1.0',
        id: ID,
        source: SOURCE,
        type: name,
        ...(subject !== undefined && { subject }),
        time: '2026-11-20T18:00:00.000Z',
        datacontenttype: 'application/json',
        data: { ...data, by: 'customer' },
      });
      expect(CloudEvent.parse(told)).toEqual(told);
    },
  );

  it('has each type of the vocabulary', () => {
    const told = Object.values(TOLD).flatMap((one) => one?.[0] ?? []);
    expect([...new Set(told)].toSorted()).toEqual(CLOUD_EVENT_TYPES.toSorted());
  });

  it.each([
    ['customer', { kind: 'customer' }],
    ['staff', { kind: 'admin', userId: ID }],
    ['system', { kind: 'system', process: 'registrar' }],
  ] as const)('says that it was caused by %s, and no more of them', (by, actor) => {
    const event = recorded({ type: 'BookingConfirmed', schemaVersion: 1, data: {} }, { actor });
    expect(toCloudEvent(event, SOURCE)?.data).toEqual({ booking_id: BOOKING, status: 'confirmed', by });
  });

  it('about a message that became a file says that nobody got it, for texts and mails', () => {
    const kept = { attemptId: MESSAGE, sid: `outbox-${MESSAGE}` };
    const sent = recorded({ type: 'MessageSent', schemaVersion: 1, data: kept });
    const delivered = recorded({ type: 'MessageDelivered', schemaVersion: 1, data: kept });
    const data = { ...ENDED, result: 'kept', by: 'customer' };
    expect(toCloudEvent(sent, SOURCE)).toMatchObject({ type: 'message.ended', data });
    expect(toCloudEvent({ ...delivered, stream: `mails-${BOOKING}` }, SOURCE)).toMatchObject({
      data: { ...data, channel: 'email' },
    });
  });

  it.each([
    ['of an unknown type', { type: 'BookingPainted', schemaVersion: 1, data: {} }],
    ['of a later version', { type: 'SlotHeld', schemaVersion: 3, data: {} }],
  ])('%s is never passed over', (_what, fixture) => {
    expect(() => toCloudEvent(recorded(fixture), SOURCE)).toThrow(UnknownEvent);
  });
});

/** Fields that must not leave although they aren't personal: texts, hashes, slots, holds and data of the provider. */
const KEPT_BACK = [
  ...['slotId', 'fromHold', 'holdId', 'source', 'consentText', 'notice', 'sid', 'causes', 'seriesId'],
  ...['name', 'price', 'description', 'priceText', 'resends', 'answers', 'replyId', 'provenContacts', 'alt'],
];

/** The value with the marker in place of everything in it. */
function marked(value: unknown, marker: string): unknown {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value)
      ? value.map((one) => marked(one, marker))
      : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, marked(one, marker)]));
  return marker;
}

/** The data with the marker in everything personal, and in everything else that must not leave. */
function withMarkers(data: unknown, marker: string): unknown {
  if (Array.isArray(data)) return data.map((one) => withMarkers(one, marker));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      name === 'personal' || KEPT_BACK.includes(name) ? marked(value, marker) : withMarkers(value, marker),
    ]),
  );
}

it('never lets anything personal out, nor texts, hashes, slots and ids of requests', () => {
  const marker = fc.stringMatching(/^[A-Za-z0-9]{12}$/).map((text) => `marker-${text}`);
  fc.assert(
    fc.property(fc.constantFrom(...FIXTURES), marker, fc.boolean(), (fixture, text, isSealed) => {
      const { personal, ...rest } = withMarkers(fixture.data, text) as EventData;
      const data = personal === undefined ? rest : { ...rest, [isSealed ? 'sealed' : 'personal']: personal };
      const actor = { kind: 'admin', userId: text };
      const metadata = { commandId: text, requestHash: text, correlationId: text, causationId: text, actor };
      const told = toCloudEvent(recorded({ ...fixture, data }, metadata), SOURCE);
      expect(JSON.stringify(told) ?? '').not.toContain(text);
    }),
    { numRuns: 1_000 },
  );
});
