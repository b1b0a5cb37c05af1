import { describe, it } from 'vitest';
import type { Candidate } from '../../src/features/booking/agenda/decider.ts';
import type { AgendaEvent } from '../../src/features/booking/agenda/events.ts';
import { doneByStylist, type Stretch } from '../../src/salon/parts.ts';
import type { Interval } from '../../src/salon/slots.ts';
import {
  BLOCK,
  blockMoved,
  clock,
  given,
  HOLD,
  held,
  hold,
  hoursSet,
  id,
  MINE,
  move,
  OTHER_SLOT,
  SLOT,
  staff,
  THEIRS,
  take,
  taken,
} from '../support/booking/agenda-facts.ts';

/** A day of three stylists: the first one, Ann and Bea, in this order. */

const [ANN, BEA] = [id(41), id(42)];
const TEN: Stretch = { start: 600, end: 660 };
const by = (
  stylist: string,
  time: Stretch = TEN,
  ownWindows: readonly Interval[] | null = null,
): Candidate => ({
  ...doneByStylist(stylist, time),
  ownWindows,
});
const anyone = [by('first'), by(ANN), by(BEA)];
const partsBy = (stylist: string, { start, end }: Interval = TEN) => ({
  parts: [{ resource: stylist, start, end }],
});
const takenBy = (stylist: string, slotId = SLOT, bookingId = MINE, time: Interval = TEN): AgendaEvent => ({
  type: 'SlotTaken',
  data: { slotId, bookingId, ...time, ...partsBy(stylist, time) },
});
const heldBy = (stylist: string): AgendaEvent => ({
  type: 'SlotHeld',
  data: { holdId: HOLD, ...TEN, ...partsBy(stylist), expiresAt: '2026-11-20T18:10:00Z' },
});
const lunchOf = (resource: string | undefined, { start, end }: Interval = TEN): AgendaEvent => ({
  type: 'TimeBlocked',
  data: { blockId: BLOCK, ...(resource && { resource }), start, end, personal: { reason: 'Lunch' } },
});
const hoursOf = (resource: string, ...windows: Interval[]): AgendaEvent => ({
  type: 'DayHoursSet',
  data: { resource, windows },
});

describe('a time that anyone may take', () => {
  it('is the first free one’s in the salon’s order, with the event of today where that is the first stylist', () => {
    given()
      .when(take({ candidates: anyone }))
      .thenRecords(taken());
    given(taken(OTHER_SLOT, THEIRS))
      .when(take({ candidates: anyone }))
      .thenRecords(takenBy(ANN));
  });

  it('is the one’s who has the fewest minutes that day, without those of this booking; the order decides a tie', () => {
    const minutes = { candidates: anyone, choice: 'fewest_minutes' } as const;
    const busy = [
      taken(OTHER_SLOT, THEIRS, 900, 960),
      takenBy(ANN, id(3), THEIRS, { start: 900, end: 930 }),
      takenBy(BEA, id(4), THEIRS, { start: 900, end: 930 }),
    ];
    given(...busy)
      .when(take(minutes))
      .thenRecords(takenBy(ANN));
    given(...busy, takenBy(ANN, id(5), THEIRS, { start: 960, end: 990 }))
      .when(take(minutes))
      .thenRecords(takenBy(BEA));
    given(...busy, takenBy(ANN, id(5), MINE, { start: 960, end: 990 }))
      .when(take(minutes))
      .thenRecords(takenBy(ANN));
  });

  it('is the one’s whom the visitor’s own hold has, as long as that is live', () => {
    given(heldBy(BEA))
      .when(take({ candidates: anyone, fromHold: HOLD }))
      .thenRecords({
        type: 'SlotTaken',
        data: { slotId: SLOT, bookingId: MINE, ...TEN, ...partsBy(BEA), fromHold: HOLD },
      });
    const later = { ...clock, now: new Date('2026-11-20T18:10:00Z') };
    given(heldBy(BEA))
      .when(take({ candidates: anyone, fromHold: HOLD, clock: later }))
      .thenRecords({ type: 'SlotTaken', data: { slotId: SLOT, bookingId: MINE, ...TEN, fromHold: HOLD } });
  });

  it('is refused as taken if anyone’s is only taken, otherwise for the first one’s reason', () => {
    const closed = [{ start: 900, end: 960 }];
    const some = [by('first', TEN, closed), by(ANN)];
    given(takenBy(ANN, OTHER_SLOT, THEIRS))
      .when(take({ candidates: some }))
      .thenRefuses('slot-taken');
    given()
      .when(take({ candidates: [by('first', TEN, closed), by(ANN, TEN, closed)] }))
      .thenRefuses('not-offered');
  });

  it('is one’s who works then before one’s who is off, for staff, who may book outside the hours', () => {
    const off = [by('first', TEN, []), by(ANN)];
    const open = [{ start: 540, end: 1260 }];
    for (const choice of ['in_order', 'fewest_minutes'] as const)
      for (const terms of [staff, { ...move, windows: open }, { kind: 'any-time', windows: open } as const]) {
        given()
          .when(take({ candidates: off, choice, terms }))
          .thenRecords(takenBy(ANN));
        given(takenBy(ANN, OTHER_SLOT, THEIRS))
          .when(take({ candidates: off, choice, terms }))
          .thenRecords(taken());
      }
  });

  it('has the end and the parts that the one who is chosen needs', () => {
    const withGap = {
      start: 600,
      end: 690,
      parts: [
        { resource: BEA, start: 600, end: 620 },
        { resource: BEA, start: 650, end: 690 },
      ],
    };
    given(taken(OTHER_SLOT, THEIRS))
      .when(take({ candidates: [by('first'), { ...withGap, ownWindows: null }] }))
      .thenRecords({ type: 'SlotTaken', data: { slotId: SLOT, bookingId: MINE, ...withGap } });
  });
});

describe('a time of one stylist', () => {
  it('is free beside another’s appointment, and refused beside an own one', () => {
    given(taken(OTHER_SLOT, THEIRS))
      .when(take({ candidates: [by(ANN)] }))
      .thenRecords(takenBy(ANN));
    given(takenBy(ANN, OTHER_SLOT, THEIRS))
      .when(take({ candidates: [by(ANN)] }))
      .thenRefuses('slot-taken');
  });

  it('is handed over to another, as another slot of the same booking', () => {
    given(taken())
      .when(take({ slotId: OTHER_SLOT, candidates: [by(ANN)], terms: move }))
      .thenRecords(takenBy(ANN, OTHER_SLOT));
    given(taken(), takenBy(ANN, id(3), THEIRS))
      .when(take({ slotId: OTHER_SLOT, candidates: [by(ANN)], terms: move }))
      .thenRefuses('slot-taken');
  });

  it('collides with blocks of this stylist and of everybody, and with no other’s', () => {
    const asked = take({ candidates: [by(ANN)], terms: staff });
    given(lunchOf(ANN)).when(asked).thenRefuses('time-blocked');
    given(lunchOf(undefined)).when(asked).thenRefuses('time-blocked');
    given(lunchOf(BEA)).when(asked).thenRecords(takenBy(ANN));
    given(lunchOf(ANN, { start: 900, end: 960 }), blockMoved(600, 630))
      .when(asked)
      .thenRefuses('time-blocked');
    given(lunchOf(BEA, { start: 900, end: 960 }), blockMoved(600, 630))
      .when(asked)
      .thenRecords(takenBy(ANN));
  });

  it('lies in the own hours of the date, else in the own week, else in the salon’s, always cut by the salon’s', () => {
    const week = [{ start: 600, end: 720 }];
    const asked = (start: number, ownWindows: readonly Interval[] | null) =>
      take({ candidates: [by(ANN, { start, end: start + 60 }, ownWindows)] });
    const ten = takenBy(ANN, SLOT, MINE, TEN);
    given().when(asked(600, week)).thenRecords(ten);
    given().when(asked(540, week)).thenRefuses('not-offered');
    given(hoursOf(ANN, { start: 540, end: 600 }))
      .when(asked(600, week))
      .thenRefuses('not-offered');
    given(hoursOf(BEA, { start: 540, end: 600 }))
      .when(asked(600, week))
      .thenRecords(ten);
    given(hoursOf(ANN)).when(asked(600, week)).thenRefuses('not-offered');
    given(hoursSet([540, 630]))
      .when(asked(600, week))
      .thenRefuses('not-offered');
    given(hoursOf(ANN), { type: 'DayHoursCleared', data: { resource: ANN } })
      .when(asked(600, week))
      .thenRecords(ten);
  });

  it('begins on the grid of the salon’s hours, not of the stylist’s', () => {
    const week = [{ start: 615, end: 900 }];
    const asked = (start: number) => take({ candidates: [by(ANN, { start, end: start + 60 }, week)] });
    given().when(asked(615)).thenRefuses('off-grid');
    given()
      .when(asked(630))
      .thenRecords(takenBy(ANN, SLOT, MINE, { start: 630, end: 690 }));
  });
});

describe('a hold of one of several', () => {
  it('leaves the others’ time free, and ends when its own is taken', () => {
    given(heldBy(ANN))
      .when(take({ candidates: [by(ANN)] }))
      .thenRefuses('slot-taken');
    given(heldBy(ANN))
      .when(take({ candidates: [by(BEA)] }))
      .thenRecords(takenBy(BEA));
    given(held())
      .when(hold({ holdId: id(22), candidates: anyone }))
      .thenRecords({
        type: 'SlotHeld',
        data: { holdId: id(22), ...TEN, ...partsBy(ANN), expiresAt: '2026-11-20T18:10:00Z' },
      });
  });

  it('that replaces another keeps its stylist where they are free', () => {
    given(heldBy(BEA))
      .when(hold({ holdId: id(22), candidates: anyone, replaces: HOLD }))
      .thenRecords(
        {
          type: 'SlotHeld',
          data: { holdId: id(22), ...TEN, ...partsBy(BEA), expiresAt: '2026-11-20T18:10:00Z' },
        },
        { type: 'SlotHoldDropped', data: { holdId: HOLD } },
      );
  });
});

describe('staff’s decisions about one stylist’s day', () => {
  const known = { clock, acknowledged: false } as const;
  const block = { kind: 'BlockTime', blockId: BLOCK, ...TEN, reason: 'Lunch', ...known } as const;

  it('block it over nobody else’s appointments', () => {
    given(taken())
      .when({ ...block, resource: ANN })
      .thenRecords(lunchOf(ANN));
    given(takenBy(ANN))
      .when({ ...block, resource: ANN })
      .thenRefuses('appointments-on-date');
    given(takenBy(ANN)).when(block).thenRefuses('appointments-on-date');
  });

  it('stay the stylist’s when the block is made again', () => {
    given(lunchOf(ANN), { type: 'TimeUnblocked', data: { blockId: BLOCK } }, taken())
      .when({ kind: 'BlockTimeAgain', blockId: BLOCK, reason: 'Lunch', slotIds: new Set() })
      .thenRecords(lunchOf(ANN));
  });

  it('ask only about appointments that the stylist’s new hours leave outside', () => {
    const hours = { ...known, weekly: [{ start: 540, end: 1260 }], ownWeekly: () => null } as const;
    const late = { kind: 'SetDayHours', windows: [{ start: 900, end: 960 }], ...hours } as const;
    given(taken())
      .when({ ...late, resource: ANN })
      .thenRecords(hoursOf(ANN, { start: 900, end: 960 }));
    given(takenBy(ANN))
      .when({ ...late, resource: ANN })
      .thenRefuses('appointments-outside-hours');
    given(takenBy(ANN)).when(late).thenRefuses('appointments-outside-hours');
    given(hoursOf(ANN))
      .when({ kind: 'ClearDayHours', resource: BEA, ...hours })
      .thenRefuses('hours-not-found');
    given(hoursOf(ANN))
      .when({ kind: 'ClearDayHours', resource: ANN, ...hours })
      .thenRecords({ type: 'DayHoursCleared', data: { resource: ANN } });
  });
});
