import { describe, expect, it } from 'vitest';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import type { AgendaEvent } from '../../src/features/booking/agenda/events.ts';
import {
  blocked,
  clock,
  given,
  HOLD,
  held,
  id,
  MINE,
  OTHER_SLOT,
  open,
  released,
  SLOT,
  THEIRS,
  take,
  taken,
} from '../support/booking/agenda-facts.ts';

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

  it('answers with the hold and when it expires, and every other command with nothing', () => {
    const { state } = given();
    expect(agendaDecider.resultOf(held(), state)).toEqual({
      holdId: HOLD,
      expiresAt: '2026-11-20T18:10:00Z',
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
  const instead = {
    kind: 'HoldSlot',
    holdId: id(22),
    start: 630,
    end: 690,
    expiresAt: '2026-11-20T18:10:00Z',
    replaces: HOLD,
    terms: open,
    clock,
  } as const;
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
