import { describe, expect, it } from 'vitest';
import type { EventData, RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { UnknownEvent } from '../../src/eventsourcing/event-types.ts';
import { createProof, type ViolationKind } from '../../src/proof/bookings-proof.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [ANN, BEN, CAT] = [id(101), id(102), id(103)];
const DAY = '2026-11-24';
const AT = '2026-11-20T18:00:00.000Z';
const later = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000);

type Told = readonly [stream: string, type: string, data: EventData, commandId?: string];

const taken = (slot: number, bookingId = ANN, start = 600, end = 660): Told => [
  `agenda-${DAY}`,
  'SlotTaken',
  { slotId: id(slot), bookingId, start, end },
];
const onDay = (type: string, data: EventData): Told => [`agenda-${DAY}`, type, data];
const released = (slot: number, bookingId = ANN): Told => [
  `agenda-${DAY}`,
  'SlotReleased',
  { slotId: id(slot), bookingId },
];
const claim = (type: string, slot: number, bookingId = ANN, start = 600, end = 660): Told => [
  `booking-${bookingId}`,
  type,
  { slotId: id(slot), date: DAY, start, end },
];
/** The same with a gap. */
const inParts = ([stream, type, data]: Told): Told => [
  stream,
  type,
  { ...data, parts: [600, 640].map((start) => ({ resource: 'first', start, end: start + 20 })) },
];
const requested = (slot: number, bookingId = ANN) => claim('BookingRequested', slot, bookingId);
/** A claim that leaves another slot. */
const left = (
  type: string,
  from: number,
  ...to: [slot: number, bookingId: string, start: number, end: number]
): Told => {
  const [stream, , data] = claim(type, ...to);
  return [stream, type, { ...data, from: { slotId: id(from), date: DAY, start: 600, end: 660 } }];
};
const by = (commandId: string, [stream, type, data]: Told): Told => [stream, type, data, commandId];
const requestedBy = (commandId: string): Told => {
  const [stream, type, data] = requested(1);
  return [stream, type, data, commandId];
};
const cancelled = (slot: number): Told => [`booking-${ANN}`, 'BookingCancelled', { slotId: id(slot) }];
const lapsed = (slot: number): Told => [`booking-${ANN}`, 'SlotClaimLapsed', { slotId: id(slot) }];

function proofOf(...log: readonly Told[]) {
  const proof = createProof();
  const revisions = new Map<string, bigint>();
  for (const [index, [stream, type, data, commandId]] of log.entries()) {
    const revision = (revisions.get(stream) ?? -1n) + 1n;
    revisions.set(stream, revision);
    const event: RecordedEvent = {
      id: id(900 + index),
      type,
      data,
      stream,
      revision,
      position: String(index).padStart(32, '0'),
      metadata: {
        commandId: commandId ?? id(500 + index),
        requestHash: '',
        correlationId: '',
        causationId: '',
        actor: { kind: 'customer' },
        at: AT,
        schemaVersion: 1,
      },
    };
    proof.apply(event);
  }
  return proof;
}
const kindsAfter = (minutes: number, ...log: readonly Told[]): ViolationKind[] =>
  proofOf(...log)
    .violations(later(minutes))
    .map(({ kind }) => kind);

describe('the proof', () => {
  it.each<[string, Told[]]>([
    ['a booking made', [taken(1), requested(1)]],
    [
      'two that touch',
      [taken(1), requested(1), taken(2, BEN, 660, 690), claim('BookingRequested', 2, BEN, 660, 690)],
    ],
    [
      'a move over its own time',
      [
        taken(1),
        requested(1),
        taken(2, ANN, 630, 690),
        left('BookingRescheduled', 1, 2, ANN, 630, 690),
        released(1),
      ],
    ],
    [
      'a cancellation, and the time given to another',
      [taken(1), requested(1), cancelled(1), released(1), taken(2, BEN), requested(2, BEN)],
    ],
    [
      'a reinstatement in a new slot',
      [taken(1), requested(1), cancelled(1), taken(2), claim('BookingReinstated', 2), released(1)],
    ],
    ['a fence before the release', [taken(1), lapsed(1), released(1), taken(2), requested(2)]],
    [
      'a blocked date that keeps its bookings',
      [taken(1), requested(1), [`agenda-${DAY}`, 'DateBlocked', { blockId: id(7) }]],
    ],
    [
      'another length beside other services, by one command',
      [
        taken(1),
        requested(1),
        taken(2, ANN, 600, 690),
        by(id(1), left('BookingLengthChanged', 1, 2, ANN, 600, 690)),
        by(id(1), [`booking-${ANN}`, 'BookingServicesChanged', {}]),
        released(1),
      ],
    ],
    ['other streams', [['service-cut', 'Whatever', {}]]],
    [
      'a time taken beside a blocked one, and in one that was opened or moved',
      [
        onDay('TimeBlocked', { blockId: id(7), start: 660, end: 720 }),
        taken(1),
        requested(1),
        onDay('BlockedTimeMoved', { blockId: id(7), start: 720, end: 780 }),
        taken(2, BEN, 660, 720),
        claim('BookingRequested', 2, BEN, 660, 720),
        onDay('TimeUnblocked', { blockId: id(7) }),
        taken(3, CAT, 720, 780),
        claim('BookingRequested', 3, CAT, 720, 780),
      ],
    ],
    [
      'a blocked time that keeps its bookings',
      [taken(1), requested(1), onDay('TimeBlocked', { blockId: id(7), start: 600, end: 660 })],
    ],
    [
      'hours of the date alone',
      [onDay('DayHoursSet', { windows: [] }), taken(1), requested(1), onDay('DayHoursCleared', {})],
    ],
  ])('finds nothing wrong with %s', (_, log) => {
    expect(kindsAfter(60, ...log)).toEqual([]);
  });

  it.each<[ViolationKind, Told[]]>([
    [
      'overlap',
      [taken(1), requested(1), taken(2, BEN, 630, 690), claim('BookingRequested', 2, BEN, 630, 690)],
    ],
    ['wrong-version', [inParts(taken(1))]],
    ['slot-taken-twice', [taken(1), requested(1), taken(1)]],
    ['taken-while-blocked', [[`agenda-${DAY}`, 'DateBlocked', { blockId: id(7) }], taken(1), requested(1)]],
    [
      'taken-while-blocked',
      [onDay('TimeBlocked', { blockId: id(7), start: 630, end: 645 }), taken(1), requested(1)],
    ],
    [
      'taken-while-blocked',
      [
        onDay('TimeBlocked', { blockId: id(7), start: 700, end: 760 }),
        onDay('BlockedTimeMoved', { blockId: id(7), start: 540, end: 601 }),
        taken(1),
        requested(1),
      ],
    ],
    ['stray-release', [taken(1), requested(1), cancelled(1), released(1), released(1)]],
    ['released-while-live', [taken(1), requested(1), released(1)]],
    ['claim-without-slot', [requested(1)]],
    ['claim-refused', [taken(1), lapsed(1), requested(1)]],
    ['lapse-of-claimed', [taken(1), requested(1), lapsed(1)]],
    [
      'applied-twice',
      [
        taken(1),
        requestedBy(id(1)),
        [`booking-${ANN}`, 'BookingConfirmed', {}],
        [`booking-${ANN}`, 'SmsConsentChanged', {}, id(1)],
      ],
    ],
    [
      'applied-twice',
      [
        taken(1),
        requested(1),
        by(id(1), [`booking-${ANN}`, 'BookingServicesChanged', {}]),
        by(id(1), [`booking-${ANN}`, 'BookingServicesChanged', {}]),
      ],
    ],
    [
      'left-other-slot',
      [
        taken(1, ANN, 600, 675),
        claim('BookingRequested', 1, ANN, 600, 675),
        taken(2, ANN, 600, 690),
        left('BookingLengthChanged', 1, 2, ANN, 600, 690),
      ],
    ],
    [
      'left-other-slot',
      [taken(1), requested(1), taken(2, ANN, 630, 690), left('BookingLengthChanged', 1, 2, ANN, 630, 690)],
    ],
    [
      'left-other-slot',
      [taken(1), requested(1), taken(2, ANN, 600, 690), left('BookingLengthChanged', 7, 2, ANN, 600, 690)],
    ],
  ])('finds %s', (kind, log) => {
    expect(kindsAfter(0, ...log)).toEqual([kind]);
  });

  it.each<[string, Told[]]>([
    ["another's slot", [taken(1, BEN), requested(1, ANN)]],
    ['another stretch of the day than it took', [taken(1), claim('BookingRequested', 1, ANN, 630, 690)]],
  ])('finds a booking that lies in %s', (_, log) => {
    expect(kindsAfter(0, ...log)).toEqual(['claim-without-slot']);
  });

  it.each<[string, Told[]]>([
    ['never claimed', [taken(1)]],
    ['let go by a cancellation', [taken(1), requested(1), cancelled(1)]],
    [
      'left by a move',
      [taken(1), requested(1), taken(2, ANN, 700, 760), left('BookingRescheduled', 1, 2, ANN, 700, 760)],
    ],
  ])('gives the keeper five minutes for a slot that was %s', (_, log) => {
    expect(kindsAfter(5, ...log)).toEqual([]);
    expect(kindsAfter(5.1, ...log)).toEqual(['keeper-behind']);
  });

  it('names the offending event and counts what it saw', () => {
    const proof = proofOf(taken(1), requested(1), released(1));
    expect(proof.violations(later(0))).toEqual([
      { kind: 'released-while-live', stream: `agenda-${DAY}`, revision: 1n, slotId: id(1) },
    ]);
    expect(proof.counts).toEqual({ events: 3, slots: 1, bookings: 1 });
  });

  it('stops at an event that it does not know, rather than prove too much', () => {
    expect(() => proofOf([`booking-${ANN}`, 'BookingTeleported', {}])).toThrow(UnknownEvent);
  });
});
