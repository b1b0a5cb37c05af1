import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EventData, RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { ERASED, UnknownEvent, upcast } from '../../src/eventsourcing/event-types.ts';
import { agendaEventTypes } from '../../src/features/booking/agenda/events.ts';
import { EVENT_TYPES } from '../../src/features/change-feed/cloud-event.ts';

interface Fixture {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: EventData;
}

/** An event of every type and version that was ever written, and one more for each field that came later; none is ever changed. */
const FIXTURES: readonly Fixture[] = JSON.parse(
  readFileSync(new URL('../support/log/event-fixtures.json', import.meta.url), 'utf8'),
);

const recorded = ({ type, schemaVersion, data }: Fixture): RecordedEvent => ({
  id: '00000000-0000-4000-8000-000000000099',
  type,
  data,
  stream: 'fixture-1',
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
  },
});

type Schema = z.core.JSONSchema.JSONSchema;

/** Texts that only personal fields may hold. */
const FREE_TEXT = ['Ann Lee', 'ann@example.com', '+19255550100', 'Allergic to ammonia, please call first'];

function isClosed(schema: Schema): boolean {
  if (schema.enum || schema.const !== undefined) return true;
  if (['uuid', 'date', 'date-time'].includes(schema.format ?? '')) return true;
  const { pattern } = schema;
  return pattern !== undefined && FREE_TEXT.every((text) => !new RegExp(pattern).test(text));
}

/** Paths of the text fields that are neither closed, nor about the salon's offer, nor within a personal part. */
function openTexts(schema: Schema, path = ''): string[] {
  const nested = (part: Schema | boolean | undefined, name: string) =>
    typeof part === 'object' ? openTexts(part, `${path}${name}`) : [];
  const found =
    [schema.type].flat().includes('string') && !isClosed(schema) && !schema.publicText ? [path] : [];
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    if (name !== 'personal') found.push(...nested(part, `.${name}`));
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    found.push(...nested(part, ''));
  for (const part of [schema.items ?? []].flat()) found.push(...nested(part, '[]'));
  return found;
}

describe.each(Object.entries(EVENT_TYPES))('%s', (type, { data, schemaVersion, upcasts }) => {
  const schema = z.toJSONSchema(data);
  const fixtures = FIXTURES.filter((fixture) => fixture.type === type);

  it('keeps every free text personal, unless it is about what the salon offers', () => {
    expect(openTexts(schema)).toEqual([]);
  });

  it('allows no field that it does not name', () => {
    expect(schema.additionalProperties).toBe(false);
  });

  it('has a fixture of every version', () => {
    const versions = new Set(fixtures.map((fixture) => fixture.schemaVersion));
    expect([...versions].sort()).toEqual([...Object.keys(upcasts ?? {}).map(Number), schemaVersion]);
  });

  it('reads every version as the newest shape', () => {
    for (const fixture of fixtures) {
      const event = upcast(recorded(fixture), EVENT_TYPES);
      expect(event.metadata.schemaVersion).toBe(schemaVersion);
      expect(data.parse(event.data)).toEqual(event.data);
    }
  });

  it('has every field in the last fixture of the newest version', () => {
    const last = fixtures.findLast((fixture) => fixture.schemaVersion === schemaVersion);
    expect(Object.keys(last?.data ?? {}).sort()).toEqual(Object.keys(schema.properties ?? {}).sort());
  });

  it('is read as an earlier program wrote it, without the fields that came later', () => {
    const required = new Set(schema.required);
    for (const fixture of fixtures) {
      const { data: newest } = upcast(recorded(fixture), EVENT_TYPES);
      const earlier = Object.fromEntries(Object.entries(newest).filter(([name]) => required.has(name)));
      expect(data.parse(earlier)).toEqual(earlier);
    }
  });

  it('is still readable once its personal part is erased', () => {
    for (const fixture of fixtures.filter((other) => 'personal' in other.data)) {
      const erased = { ...upcast(recorded(fixture), EVENT_TYPES).data, personal: ERASED };
      expect(data.parse(erased)).toEqual(erased);
    }
    expect('personal' in (schema.properties ?? {})).toBe(fixtures.some((one) => 'personal' in one.data));
  });

  it('is refused in a version that is not known yet', () => {
    expect(() => upcast(recorded({ type, schemaVersion: schemaVersion + 1, data: {} }), EVENT_TYPES)).toThrow(
      UnknownEvent,
    );
  });
});

describe('the data of an event', () => {
  const { SlotTaken, DateBlocked, BlockReasonChanged, DayHoursSet } = agendaEventTypes;
  const slotOf = (start: number, end: number) => {
    const [slotId, bookingId] = [
      '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000002',
    ];
    return SlotTaken.data.safeParse({ slotId, bookingId, start, end }).success;
  };

  it('allows minutes of a day, midnight at its end included', () => {
    expect(slotOf(0, 1440)).toBe(true);
    for (const [start, end] of [
      [-1, 60],
      [0, 1441],
      [0.5, 60],
    ] as const)
      expect(slotOf(start, end)).toBe(false);
  });

  it('allows at most six windows of a date', () => {
    const isFor = (count: number) =>
      DayHoursSet.data.safeParse({
        windows: Array.from({ length: count }, (_, n) => ({ start: 60 * n, end: 60 * n + 30 })),
      }).success;
    expect([isFor(0), isFor(6), isFor(7)]).toEqual([true, true, false]);
  });

  it('allows a reason of at most 500 characters for a blocked date', () => {
    for (const { data } of [DateBlocked, BlockReasonChanged]) {
      const isFor = (reason: string) =>
        data.safeParse({ blockId: '00000000-0000-4000-8000-000000000001', personal: { reason } }).success;
      expect(isFor('x'.repeat(500))).toBe(true);
      expect(isFor('x'.repeat(501))).toBe(false);
    }
  });
});

describe('the walk over the schemas', () => {
  it.each([
    ['a plain text', z.strictObject({ note: z.string() }), ['.note']],
    [
      'a text in a list',
      z.strictObject({ notes: z.array(z.strictObject({ text: z.string() })) }),
      ['.notes[].text'],
    ],
    ['a text or nothing', z.strictObject({ note: z.string().nullable() }), ['.note']],
    ['a pattern that lets a name through', z.strictObject({ note: z.string().regex(/^[\w ]+$/) }), ['.note']],
    ['an e-mail address', z.strictObject({ email: z.email() }), ['.email']],
    ['an id', z.strictObject({ id: z.guid() }), []],
  ])('finds %s', (_, schema, paths) => {
    expect(openTexts(z.toJSONSchema(schema))).toEqual(paths);
  });

  it('refuses a type that nobody knows', () => {
    expect(() => upcast(recorded({ type: 'Surprise', schemaVersion: 1, data: {} }), EVENT_TYPES)).toThrow(
      UnknownEvent,
    );
  });

  it('reads an older version through each step between', () => {
    const types = {
      Renamed: {
        schemaVersion: 3,
        data: z.strictObject({ c: z.number() }),
        upcasts: {
          1: ({ a }: EventData) => ({ b: a }),
          2: ({ b }: EventData) => ({ c: b }),
        },
      },
    };
    const old = recorded({ type: 'Renamed', schemaVersion: 1, data: { a: 7 } });
    expect(upcast(old, types)).toMatchObject({ data: { c: 7 }, metadata: { schemaVersion: 3 } });
    expect(old.data).toEqual({ a: 7 });
  });
});
