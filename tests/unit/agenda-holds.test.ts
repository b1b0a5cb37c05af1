import { describe, expect, it } from 'vitest';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import type { AgendaEvent } from '../../src/features/booking/agenda/events.ts';
import {
  blocked,
  clock,
  given,
  HOLD,
  held,
  hold,
  id,
  MINE,
  now,
  OTHER_SLOT,
  openFor,
  released,
  SLOT,
  THEIRS,
  take,
  taken,
} from '../support/booking/agenda-facts.ts';
import { USUAL_STARTS } from '../support/salon/usual-starts.ts';

const WINDOWS = [{ start: 540, end: 1260 }];
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe('holding a slot', () => {
  it('holds free time, within the hours only', () => {
    given().when(hold()).thenRecords(held());
    given()
      .when(hold({ start: 500, end: 560 }))
      .thenRefuses('not-offered');
  });

  it("refuses a hold over anyone's slot, another hold or a blocked date", () => {
    given(taken()).when(hold()).thenRefuses('slot-taken');
    given(held())
      .when(hold({ holdId: id(22) }))
      .thenRefuses('slot-taken');
    given(blocked).when(hold()).thenRefuses('date-blocked');
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

  it('keeps the notice and the grid by which a time was held, and nothing else', () => {
    const today = { ...clock, date: '2026-11-20' };
    // It is 10:00, and the hold of 12:00 was made when that was two hours ahead.
    const soon = { start: 720, end: 780, fromHold: HOLD, clock: { ...today, now: minutesLater(5) } };
    const twoHours = openFor(WINDOWS, { notice_minutes: 120 });
    const mine = held(720, 780);
    given(mine)
      .when(take({ ...soon, terms: twoHours }))
      .thenRecords({
        type: 'SlotTaken',
        data: { slotId: SLOT, bookingId: MINE, start: 720, end: 780, fromHold: HOLD },
      });
    given()
      .when(take({ ...soon, terms: twoHours }))
      .thenRefuses('too-short-notice');
    given(mine)
      .when(take({ ...soon, end: 790, terms: twoHours }))
      .thenRefuses('too-short-notice');
    given(mine)
      .when(take({ ...soon, clock: { ...today, now: minutesLater(10) }, terms: twoHours }))
      .thenRefuses('too-short-notice');
    given(mine)
      .when(hold({ ...soon, holdId: id(22), replaces: HOLD, terms: twoHours }))
      .thenRecords(
        {
          type: 'SlotHeld',
          data: { holdId: id(22), start: 720, end: 780, expiresAt: '2026-11-20T18:10:00Z' },
        },
        { type: 'SlotHoldDropped', data: { holdId: HOLD } },
      );
    const quarter = held(735, 780);
    const past = { ...soon, start: 735 };
    given(quarter)
      .when(take({ ...past, fromHold: undefined }))
      .thenRefuses('off-grid');
    given(quarter)
      .when(take(past))
      .thenRecords({
        type: 'SlotTaken',
        data: { slotId: SLOT, bookingId: MINE, start: 735, end: 780, fromHold: HOLD },
      });
    given(quarter)
      .when(take({ ...past, terms: openFor([{ start: 540, end: 750 }]) }))
      .thenRefuses('not-offered');
  });

  it('wants notice of visitors alone, and counts it to the minute', () => {
    const rules = { notice_minutes: 120 };
    const today = { ...clock, date: '2026-11-20' };
    given()
      .when(take({ start: 720, end: 780, clock: today, terms: openFor(WINDOWS, rules) }))
      .thenRecords(taken(SLOT, MINE, 720, 780));
    given()
      .when(take({ start: 690, end: 750, clock: today, terms: openFor(WINDOWS, rules) }))
      .thenRefuses('too-short-notice');
    given()
      .when(take({ start: 570, end: 630, clock: today, terms: openFor(WINDOWS, rules) }))
      .thenRefuses('in-the-past');
    given()
      .when(
        take({
          start: 690,
          end: 750,
          clock: today,
          terms: { kind: 'staff', windows: WINDOWS, rules: { ...USUAL_STARTS, ...rules } },
        }),
      )
      .thenRecords(taken(SLOT, MINE, 690, 750));
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

  it('answers with the hold, whose it is and when it expires, and every other command with nothing', () => {
    const { state } = given();
    expect(agendaDecider.resultOf(held(), state)).toEqual({
      holdId: HOLD,
      expiresAt: '2026-11-20T18:10:00Z',
      stylistId: 'first',
    });
    for (const event of [taken(), undefined]) expect(agendaDecider.resultOf(event, state)).toBeNull();
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

describe('holding another time instead', () => {
  const instead = hold({ holdId: id(22), start: 630, end: 690, replaces: HOLD });
  const heldInstead: AgendaEvent = {
    type: 'SlotHeld',
    data: { holdId: id(22), start: 630, end: 690, expiresAt: '2026-11-20T18:10:00Z' },
  };

  it('may overlap the earlier hold, and drops it in the same decision', () => {
    given(held())
      .when(instead)
      .thenRecords(heldInstead, { type: 'SlotHoldDropped', data: { holdId: HOLD } });
  });

  it('holds all the same when the earlier hold is gone', () => {
    given().when(instead).thenRecords(heldInstead);
  });

  it('refuses what anyone else has, and keeps the earlier hold', () => {
    given(held(), taken(OTHER_SLOT, THEIRS, 660, 720))
      .when(instead)
      .thenRefuses('slot-taken');
  });
});
