import { describe, expect, it } from 'vitest';
import { type AgendaCommand, agendaDecider, type BookingTerms } from '../../src/features/agenda/decider.ts';
import type { AgendaEvent } from '../../src/features/agenda/events.ts';
import { specOf } from '../support/decider-spec.ts';

const { given } = specOf(agendaDecider);

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [SLOT, OTHER_SLOT, MINE, THEIRS, HOLD, BLOCK] = [id(1), id(2), id(11), id(12), id(21), id(31)];

const timeZone = 'America/Los_Angeles';
/** Friday, 10:00 in the salon. */
const now = new Date('2026-11-20T18:00:00Z');
/** A Tuesday. */
const date = '2026-11-24';
const clock = { date, timeZone, now };
const open: BookingTerms = { kind: 'public', windows: [{ start: 540, end: 1260 }] };
const staff: BookingTerms = { kind: 'staff' };

type TakeSlot = Extract<AgendaCommand, { kind: 'TakeSlot' }>;
const take = (different: Partial<TakeSlot> = {}): TakeSlot => ({
  kind: 'TakeSlot',
  slotId: SLOT,
  bookingId: MINE,
  start: 600,
  end: 660,
  terms: open,
  clock,
  ...different,
});
const taken = (slotId = SLOT, bookingId = MINE, start = 600, end = 660): AgendaEvent => ({
  type: 'SlotTaken',
  data: { slotId, bookingId, start, end },
});
const released = (slotId = SLOT, bookingId = MINE): AgendaEvent => ({
  type: 'SlotReleased',
  data: { slotId, bookingId },
});
const held = (start = 600, end = 660, expiresAt = '2026-11-20T18:10:00Z'): AgendaEvent => ({
  type: 'SlotHeld',
  data: { holdId: HOLD, start, end, expiresAt },
});
const blocked: AgendaEvent = {
  type: 'DateBlocked',
  data: { blockId: BLOCK, personal: { reason: 'Holiday' } },
};
const unblocked: AgendaEvent = { type: 'DateUnblocked', data: { blockId: BLOCK } };

describe('taking a slot', () => {
  it('gives out free time', () => {
    given().when(take()).thenRecords(taken());
  });

  it.each([
    ['begins within', 630, 690],
    ['ends within', 570, 630],
    ['lies within', 615, 645],
    ['spans', 570, 690],
    ['is the same as', 600, 660],
  ])('refuses time that %s a slot of another booking', (_, start, end) => {
    given(taken(OTHER_SLOT, THEIRS))
      .when(take({ start, end, terms: staff }))
      .thenRefuses('slot-taken');
  });

  it.each([
    ['right before', 570, 600],
    ['right after', 660, 690],
  ])('allows time %s a slot of another booking', (_, start, end) => {
    given(taken(OTHER_SLOT, THEIRS))
      .when(take({ start, end }))
      .thenRecords(taken(SLOT, MINE, start, end));
  });

  it("allows time that overlaps the booking's own slot", () => {
    given(taken(OTHER_SLOT, MINE))
      .when(take({ start: 630, end: 690 }))
      .thenRecords(taken(SLOT, MINE, 630, 690));
  });

  it('refuses time that overlaps its own slot and another booking besides', () => {
    given(taken(OTHER_SLOT, MINE), taken(id(3), THEIRS, 660, 690))
      .when(take({ start: 630, end: 690 }))
      .thenRefuses('slot-taken');
  });

  it('gives out time again that was released', () => {
    given(taken(OTHER_SLOT, THEIRS), released(OTHER_SLOT, THEIRS)).when(take()).thenRecords(taken());
  });

  it.each([
    ['taken', [taken()]],
    ['taken and released', [taken(), released()]],
  ])('never takes an id again that was %s', (_, history) => {
    given(...history)
      .when(take({ start: 900, end: 960 }))
      .thenRefuses('slot-id-used');
  });

  it('refuses a blocked date to everyone, and gives it out again when unblocked', () => {
    for (const terms of [open, staff, { kind: 'reinstate' } as const])
      given(blocked).when(take({ terms })).thenRefuses('date-blocked');
    given(blocked, unblocked).when(take()).thenRecords(taken());
  });
});

describe('opening hours', () => {
  it('offers the public only time within one window', () => {
    const windows = [
      { start: 540, end: 720 },
      { start: 720, end: 900 },
    ];
    given()
      .when(take({ start: 690, end: 750, terms: { kind: 'public', windows } }))
      .thenRefuses('not-offered');
  });

  it.each([
    ['starts before opening', 510, 570],
    ['ends after closing', 1230, 1290],
    ["is off the window's half-hour grid", 615, 675],
  ])('refuses the public an appointment that %s', (_, start, end) => {
    given().when(take({ start, end })).thenRefuses('not-offered');
  });

  it('lets the last appointment end with the window, and the grid begin with it', () => {
    given()
      .when(take({ start: 1200, end: 1260 }))
      .thenRecords(taken(SLOT, MINE, 1200, 1260));
    given()
      .when(take({ start: 585, end: 645, terms: { kind: 'public', windows: [{ start: 555, end: 700 }] } }))
      .thenRecords(taken(SLOT, MINE, 585, 645));
  });

  it('refuses the public a closed day', () => {
    given()
      .when(take({ terms: { kind: 'public', windows: [] } }))
      .thenRefuses('not-offered');
  });

  it('lets staff book outside the hours, yet never past midnight', () => {
    given()
      .when(take({ start: 495, end: 525, terms: staff }))
      .thenRecords(taken(SLOT, MINE, 495, 525));
    given()
      .when(take({ start: 1410, end: 1470, terms: staff }))
      .thenRefuses('not-offered');
  });
});

describe('the calendar', () => {
  const at = (day: string, different: Partial<TakeSlot> = {}) =>
    take({ clock: { ...clock, date: day }, ...different });

  it.each([
    ['yesterday', '2026-11-19', 1200],
    ['earlier today', '2026-11-20', 570],
    ['this very minute', '2026-11-20', 600],
  ])('refuses a start that is past: %s', (_, day, start) => {
    given()
      .when(at(day, { start, end: start + 30 }))
      .thenRefuses('in-the-past');
    given()
      .when(at(day, { start, end: start + 30, terms: staff }))
      .thenRefuses('in-the-past');
  });

  it('allows a start later today', () => {
    given()
      .when(at('2026-11-20', { start: 630, end: 660 }))
      .thenRecords(taken(SLOT, MINE, 630, 660));
  });

  it('opens six calendar months, the last day included, to staff as to the public', () => {
    given().when(at('2027-05-20')).thenRecords(taken());
    for (const terms of [open, staff]) given().when(at('2027-05-21', { terms })).thenRefuses('too-far-ahead');
  });

  it('counts days as the salon does, not as the machine does', () => {
    // 20:00 on the 20th in the salon is the 21st in UTC.
    const evening = { timeZone, now: new Date('2026-11-21T04:00:00Z') };
    given()
      .when(take({ clock: { ...evening, date: '2026-11-20' }, start: 1230, end: 1260 }))
      .thenRecords(taken(SLOT, MINE, 1230, 1260));
    given()
      .when(take({ clock: { ...evening, date: '2027-05-21' } }))
      .thenRefuses('too-far-ahead');
  });

  it('refuses a time that the clocks skip, even to reinstate', () => {
    const night = { start: 150, end: 180 };
    for (const terms of [staff, { kind: 'reinstate' } as const])
      given()
        .when(at('2027-03-14', { ...night, terms }))
        .thenRefuses('time-skipped');
    given()
      .when(at('2027-03-14', { start: 180, end: 210, terms: staff }))
      .thenRecords(taken(SLOT, MINE, 180, 210));
  });

  it('reinstates an appointment whose time has passed', () => {
    given()
      .when(at('2026-11-19', { terms: { kind: 'reinstate' } }))
      .thenRecords(taken());
  });

  it("reinstates nothing over another booking's slot", () => {
    given(taken(OTHER_SLOT, THEIRS))
      .when(take({ terms: { kind: 'reinstate' } }))
      .thenRefuses('slot-taken');
  });
});

describe('releasing a slot', () => {
  const release = { kind: 'ReleaseSlot', slotId: SLOT } as const;

  it('releases a taken slot in the name of its booking', () => {
    given(taken()).when(release).thenRecords(released());
  });

  it('changes nothing for one that is released already or was never taken', () => {
    given(taken(), released()).when(release).thenChangesNothing();
    given().when(release).thenChangesNothing();
  });
});

describe('holding a slot', () => {
  const hold = {
    kind: 'HoldSlot',
    holdId: HOLD,
    start: 600,
    end: 660,
    expiresAt: '2026-11-20T18:10:00Z',
    terms: open,
    clock,
  } as const;

  it('holds free time, within the hours only', () => {
    given().when(hold).thenRecords(held());
    given()
      .when({ ...hold, start: 500, end: 560 })
      .thenRefuses('not-offered');
  });

  it("refuses a hold over anyone's slot, another hold or a blocked date", () => {
    given(taken()).when(hold).thenRefuses('slot-taken');
    given(held())
      .when({ ...hold, holdId: id(22) })
      .thenRefuses('slot-taken');
    given(blocked).when(hold).thenRefuses('date-blocked');
  });

  it("keeps another's live hold free of slots, and lets its owner take it", () => {
    given(held()).when(take()).thenRefuses('slot-taken');
    given(held())
      .when(take({ fromHold: HOLD }))
      .thenRecords({
        type: 'SlotTaken',
        data: { slotId: SLOT, bookingId: MINE, start: 600, end: 660, fromHold: HOLD },
      });
  });

  it('gives a hold no right over a slot that is taken', () => {
    given(taken(OTHER_SLOT, THEIRS, 630, 690), held())
      .when(take({ fromHold: HOLD }))
      .thenRefuses('slot-taken');
  });

  it('exempts a hold only from itself', () => {
    const another: AgendaEvent = {
      type: 'SlotHeld',
      data: { holdId: id(22), start: 660, end: 720, expiresAt: '2026-11-20T18:10:00Z' },
    };
    given(held(), another)
      .when(take({ start: 630, end: 690, fromHold: HOLD }))
      .thenRefuses('slot-taken');
  });

  it.each([
    ['expired', [held(600, 660, '2026-11-20T18:00:00Z')]],
    ['dropped', [held(), { type: 'SlotHoldDropped', data: { holdId: HOLD } } as AgendaEvent]],
    [
      'overlapped by a slot that was taken',
      [held(), taken(OTHER_SLOT, THEIRS, 630, 690), released(OTHER_SLOT, THEIRS)],
    ],
    [
      'converted into a slot',
      [
        held(),
        {
          type: 'SlotTaken',
          data: { slotId: OTHER_SLOT, bookingId: THEIRS, start: 690, end: 720, fromHold: HOLD },
        } as AgendaEvent,
      ],
    ],
  ])('counts a hold as void once it is %s', (_, history) => {
    given(...history)
      .when(take())
      .thenRecords(taken());
  });

  it('takes time without naming a hold that is gone', () => {
    given(held(), { type: 'SlotHoldDropped', data: { holdId: HOLD } })
      .when(take({ fromHold: HOLD }))
      .thenRecords(taken());
  });

  it('drops only a hold that is still held', () => {
    const drop = { kind: 'DropHold', holdId: HOLD } as const;
    given(held())
      .when(drop)
      .thenRecords({ type: 'SlotHoldDropped', data: { holdId: HOLD } });
    given().when(drop).thenChangesNothing();
    given(held(), taken(OTHER_SLOT, THEIRS)).when(drop).thenChangesNothing();
  });
});

describe('blocking a date', () => {
  const block = { kind: 'BlockDate', blockId: BLOCK, reason: 'Holiday' } as const;

  it('blocks with a reason, which is kept apart as personal', () => {
    given().when(block).thenRecords(blocked);
    given()
      .when({ ...block, reason: ' ' })
      .thenRefuses('block-reason-required');
  });

  it('moves no appointment that falls on it', () => {
    given(taken()).when(block).thenRecords(blocked);
    expect(given(taken(), blocked).state.slots.get(SLOT)).toMatchObject({ released: false });
  });

  it('refuses to block a date twice', () => {
    given(blocked)
      .when({ ...block, blockId: id(32) })
      .thenRefuses('already-blocked');
  });

  it('unblocks that very block only', () => {
    given(blocked).when({ kind: 'UnblockDate', blockId: BLOCK }).thenRecords(unblocked);
    given(blocked)
      .when({ kind: 'UnblockDate', blockId: id(32) })
      .thenRefuses('not-blocked');
    given(blocked, unblocked).when({ kind: 'UnblockDate', blockId: BLOCK }).thenRefuses('not-blocked');
    given().when({ kind: 'UnblockDate', blockId: BLOCK }).thenRefuses('not-blocked');
  });
});
