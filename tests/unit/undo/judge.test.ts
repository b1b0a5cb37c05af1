import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { judge, undoCommandId, undosIn } from '../../../src/features/undo/judge.ts';
import { type Fact, recorded } from '../../projections/events.ts';

const ADMIN = { kind: 'admin', userId: 'ada' };
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

type Happened = Omit<Fact, 'stream'> & {
  /** Index of the event whose command this one belongs to as well. */
  readonly with?: number;
  /** Index of the event that it undoes. */
  readonly undoes?: number;
};

/** Events of a stream, by staff unless it says otherwise, each of a command of its own. */
function history(stream: string, ...happened: readonly Happened[]): readonly RecordedEvent[] {
  const events: RecordedEvent[] = [];
  for (const [index, event] of recorded(
    happened.map((fact) => ({ actor: ADMIN, ...fact, stream })),
  ).entries()) {
    const { with: same, undoes } = happened[index] ?? {};
    const [of, undone] = [events[same ?? -1], events[undoes ?? -1]];
    const command = of
      ? { commandId: of.metadata.commandId }
      : undone && { commandId: undoCommandId(undone.metadata.commandId), causationId: undone.id };
    events.push({ ...event, metadata: { ...event.metadata, ...command } });
  }
  return events;
}

/** Indexes of the events that can be undone. `judge` must say the same of each alone. */
function undoable(stream: string, ...happened: readonly Happened[]): number[] {
  const events = history(stream, ...happened);
  const { undoable: found } = undosIn(stream, events, 'owner');
  for (const event of events)
    expect([event.type, judge(stream, events, event.id).is === 'undoable']).toEqual([
      event.type,
      found.has(event.id),
    ]);
  return [...events.keys()].filter((index) => found.has(events[index]?.id ?? ''));
}

const on = (type: string, data: Fact['data'] = {}): Happened => ({ type, data });
const byCustomer = (type: string): Happened => ({ ...on(type), actor: { kind: 'customer' } });
const bySystem = (type: string): Happened => ({
  ...on(type),
  actor: { kind: 'system', process: 'registrar' },
});

describe('the last decision about an appointment', () => {
  const STREAM = `booking-${id(1)}`;
  const of = (...happened: readonly Happened[]) =>
    undoable(STREAM, byCustomer('BookingRequested'), ...happened);

  it.each(['BookingConfirmed', 'BookingRescheduled', 'BookingCancelled', 'BookingCompleted'])(
    'can be undone: %s',
    (type) => {
      expect(of(on(type))).toEqual([1]);
      const after = [bySystem('BookingLinked'), bySystem('SlotClaimLapsed')];
      expect(of(on(type), ...after)).toEqual([1]);
    },
  );

  it('can be undone although somebody has said who came, or how they are reached', () => {
    expect(of(on('BookingCompleted'), on('BookingContactCorrected'))).toEqual([1]);
  });

  it.each(['BookingReinstated', 'SmsConsentChanged', 'BookingDeleted'])('can not be undone: %s', (type) => {
    expect(of(on(type))).toEqual([]);
    expect(of(on('BookingConfirmed'), on(type)), 'and nothing before it').toEqual([]);
  });

  it('is not the one before, nor one of somebody else', () => {
    expect(of(on('BookingConfirmed'), on('BookingRescheduled'))).toEqual([2]);
    expect(of(on('BookingConfirmed'), byCustomer('BookingRescheduled'))).toEqual([]);
    expect(of(bySystem('BookingCancelled'))).toEqual([]);
  });

  it('is undone once, and the undo is not undone', () => {
    const confirmed = on('BookingConfirmed');
    const events = history(STREAM, byCustomer('BookingRequested'), confirmed, {
      ...on('BookingUnconfirmed'),
      undoes: 1,
    });
    const [, first, undo] = events;
    expect(undosIn(STREAM, events, 'owner')).toEqual({ undoable: new Set(), undoing: new Set([undo?.id]) });
    expect(judge(STREAM, events, first?.id ?? '')).toMatchObject({ is: 'undone', by: { id: undo?.id } });
    expect(judge(STREAM, events, undo?.id ?? '')).toEqual({ is: 'never', why: 'undo' });
    expect(of(confirmed, { ...on('BookingUnconfirmed'), undoes: 1 }, confirmed)).toEqual([3]);
  });

  it('is told, by what overtook it, or why it never can be', () => {
    const events = history(STREAM, byCustomer('BookingRequested'), on('BookingConfirmed'), {
      ...byCustomer('BookingCancelled'),
    });
    const [requested, confirmed, cancelled] = events;
    const of = (event: RecordedEvent | undefined) => judge(STREAM, events, event?.id ?? '');
    expect(of(confirmed)).toMatchObject({ is: 'overtaken', by: { id: cancelled?.id } });
    expect(of(requested)).toEqual({ is: 'never', why: 'creation' });
    expect(of(cancelled)).toEqual({ is: 'never', why: 'not-by-staff' });
    expect(judge(STREAM, events, id(99))).toEqual({ is: 'never', why: 'other' });
  });

  it('is apart from the last note on the visit, which counts in no version', () => {
    expect(of(on('BookingConfirmed'), on('VisitNoted'), on('VisitNoted'))).toEqual([1, 3]);
    expect(of(on('VisitNoted'), on('BookingConfirmed'), on('BookingRescheduled'))).toEqual([1, 3]);
    expect(of(on('VisitNoted'), { ...on('VisitNoted'), undoes: 1 })).toEqual([]);
    const events = history(STREAM, byCustomer('BookingRequested'), on('VisitNoted'), on('BookingConfirmed'));
    for (const index of [1, 2])
      expect(judge(STREAM, events, events[index]?.id ?? '')).toMatchObject({ is: 'undoable', version: 2 });
  });

  it('counts in the version, and other events do not', () => {
    const events = history(
      STREAM,
      byCustomer('BookingRequested'),
      bySystem('BookingLinked'),
      on('BookingConfirmed'),
    );
    expect(judge(STREAM, events, events[2]?.id ?? '')).toMatchObject({ is: 'undoable', version: 2 });
  });
});

describe('the last decision about a block', () => {
  it('can be undone, also if times were taken since', () => {
    const of = (...happened: readonly Happened[]) => undoable('agenda-2026-11-24', ...happened);
    expect(of(on('DateBlocked'), bySystem('SlotTaken'))).toEqual([0]);
    expect(of(on('DateBlocked'), on('DateUnblocked'), bySystem('SlotHeld'))).toEqual([1]);
    expect(of(on('DateBlocked'), on('BlockReasonChanged'))).toEqual([1]);
  });

  it('is apart from those about the day’s hours and about each blocked part of it', () => {
    const of = (...happened: readonly Happened[]) => undoable('agenda-2026-11-24', ...happened);
    const [lunch, other] = [{ blockId: id(1) }, { blockId: id(2) }];
    const both = [on('TimeBlocked', lunch), on('TimeBlocked', other)];
    expect(of(on('DateBlocked', { blockId: id(3) }), ...both, on('DayHoursSet'))).toEqual([0, 1, 2, 3]);
    expect(of(...both, on('BlockedTimeMoved', lunch), on('TimeUnblocked', other))).toEqual([2, 3]);
    expect(of(...both, on('BlockReasonChanged', lunch))).toEqual([1, 2]);
    expect(of(on('DayHoursSet'), on('DayHoursSet'), on('DayHoursCleared'))).toEqual([2]);
  });
});

describe('hours', () => {
  const [hoursId, other] = [id(1), id(2)];
  const hours = (type: string, data: Fact['data']): Happened => on(type, { hoursId, ...data });
  const added = hours('HoursAdded', { dayOfWeek: 2, start: 540, end: 1_260 });
  const of = (...happened: readonly Happened[]) => undoable('hours', added, ...happened);

  it('are undone field by field', () => {
    const later = hours('HoursChanged', { start: 600, end: 1_260 });
    const shorter = hours('HoursChanged', { start: 600, end: 1_200 });
    const off = hours('HoursSwitched', { isAvailable: false });
    expect(of(later, shorter, off)).toEqual([1, 2, 3]);
    expect(of(later, hours('HoursChanged', { start: 630, end: 1_260 }))).toEqual([2]);
    expect(of(off, hours('HoursSwitched', { isAvailable: true }))).toEqual([2]);
  });

  it('are not undone once they are removed, whose undo is the last', () => {
    const changed = hours('HoursChanged', { start: 600, end: 1_260 });
    expect(of(changed, hours('HoursRemoved', {}))).toEqual([2]);
  });

  it('count apart from those of another day', () => {
    const others = { hoursId: other, dayOfWeek: 3, start: 540, end: 1_260 };
    const changed = hours('HoursChanged', { start: 600, end: 1_260 });
    const of = (...happened: readonly Happened[]) =>
      undoable('hours', added, on('HoursAdded', others), ...happened);
    expect(of(changed, on('HoursRemoved', { hoursId: other }))).toEqual([2, 3]);
  });
});

describe('a service', () => {
  const offer = {
    serviceId: 'updo',
    name: 'Updo',
    description: '',
    category: 'Hair Styling',
    publicGroup: 'Styling',
    priceCents: 100,
    priceText: null,
    durationMinutes: 60,
  };
  const added = on('ServiceAdded', { ...offer, active: true });
  const changed = (fields: object) => on('ServiceChanged', { ...offer, ...fields });
  const switched = (type: string) => on(type, { serviceId: 'updo' });
  const of = (...happened: readonly Happened[]) => undoable('service-updo', added, ...happened);

  it('is undone field by field', () => {
    const dearer = changed({ priceCents: 200 });
    expect(of(dearer, changed({ priceCents: 200, name: 'Up do' }), switched('ServiceDeactivated'))).toEqual([
      1, 2, 3,
    ]);
    expect(of(dearer, changed({ priceCents: 300 }))).toEqual([2]);
    expect(of(dearer, changed({ priceCents: 300 }), changed({ priceCents: 200 })), 'back again').toEqual([3]);
  });

  it('is undone by whole commands', () => {
    const both = [changed({ priceCents: 200 }), { ...switched('ServiceDeactivated'), with: 1 }];
    expect(of(...both)).toEqual([1, 2]);
    expect(of(...both, switched('ServiceActivated'))).toEqual([3]);
  });

  it('is not undone once it is removed, whose undo is the last', () => {
    expect(of(changed({ priceCents: 200 }), switched('ServiceRemoved'))).toEqual([2]);
    expect(
      of(switched('ServiceRemoved'), { ...on('ServiceRestored', { ...offer, active: true }), undoes: 1 }),
    ).toEqual([]);
  });
});

describe('a customer', () => {
  it('has the former card until something else has come onto it', () => {
    const of = (...happened: readonly Happened[]) =>
      undoable(`customer-${id(1)}`, bySystem('CustomerRegistered'), ...happened);
    expect(of(on('CustomerChanged'))).toEqual([1]);
    expect(of(on('CustomerChanged'), on('CustomerChanged'))).toEqual([2]);
    expect(of(on('CustomerChanged'), bySystem('CustomerContactAdded'))).toEqual([]);
    expect(of(on('CustomerChanged'), bySystem('CustomerErased'))).toEqual([]);
  });

  it('is separated from, and merged with another again, until a merge or an erasure of that customer', () => {
    const [from, into, other] = [id(1), id(2), id(3)];
    const merged = (mergeId: string, data: object) => on('CustomersMerged', { mergeId, ...data });
    const split = (mergeId: string) => on('CustomersSplit', { mergeId });
    const of = (...happened: readonly Happened[]) =>
      undoable('merges', merged(id(11), { from, into }), ...happened);
    expect(of(merged(id(12), { from: into, into: other }))).toEqual([0, 1]);
    expect(of(split(id(11)))).toEqual([1]);
    expect(of(split(id(11)), merged(id(13), { from, into: other }))).toEqual([2]);
    expect(of(on('CustomersErased', { customerIds: [into, from] }))).toEqual([]);
  });
});

it('no event of a stream without decisions is undone', () => {
  const stream = `messages-${id(1)}`;
  expect(undoable(stream, on('MessageRequested'))).toEqual([]);
});
