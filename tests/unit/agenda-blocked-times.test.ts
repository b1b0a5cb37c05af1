import { describe, expect, it } from 'vitest';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import {
  BLOCK,
  blocked,
  blockMoved,
  clock,
  given,
  HOLD,
  held,
  hold,
  id,
  LUNCH,
  MINE,
  move,
  OTHER_SLOT,
  open,
  released,
  SLOT,
  staff,
  THEIRS,
  take,
  taken,
  timeBlocked,
  timeUnblocked,
  unblocked,
} from '../support/booking/agenda-facts.ts';
import { toldOf } from '../support/log/decider-spec.ts';

/** A part of the day that staff block, such as a lunch from noon to one. */

const block = {
  kind: 'BlockTime',
  blockId: BLOCK,
  ...LUNCH,
  reason: 'Lunch',
  acknowledged: true,
  clock,
} as const;
const EVERYBODY = [open, staff, move, { kind: 'any-time' }] as const;

describe('taking a slot in a blocked time', () => {
  it.each([
    ['begins within', 750, 810],
    ['ends within', 690, 750],
    ['lies within', 750, 765],
    ['spans', 690, 810],
    ['is the same as', 720, 780],
  ])('is refused to everybody for time that %s it, to visitors as if it were taken', (_, start, end) => {
    for (const terms of EVERYBODY)
      given(timeBlocked())
        .when(take({ start, end, terms }))
        .thenRefuses(terms === open ? 'slot-taken' : 'time-blocked');
  });

  it.each([
    ['right before', 690, 720],
    ['right after', 780, 810],
  ])('is not what time %s it is', (_, start, end) => {
    given(timeBlocked())
      .when(take({ start, end }))
      .thenRecords(taken(SLOT, MINE, start, end));
  });

  it('is refused also to the one who holds it, and to the one who has it', () => {
    given(held(720, 780), timeBlocked())
      .when(take({ ...LUNCH, fromHold: HOLD, terms: staff }))
      .thenRefuses('time-blocked');
    given(taken(OTHER_SLOT, MINE, 720, 780), timeBlocked())
      .when(take({ start: 735, end: 795, terms: move }))
      .thenRefuses('time-blocked');
  });

  it('is possible again once it is opened, but not while another block is there', () => {
    given(timeBlocked(), timeUnblocked())
      .when(take({ ...LUNCH }))
      .thenRecords(taken(SLOT, MINE, 720, 780));
    given(timeBlocked(), timeBlocked(id(32), { start: 750, end: 900 }), timeUnblocked())
      .when(take({ ...LUNCH, terms: staff }))
      .thenRefuses('time-blocked');
  });

  it('goes by where the block has moved', () => {
    const day = given(timeBlocked(), blockMoved(780, 840));
    day.when(take({ ...LUNCH })).thenRecords(taken(SLOT, MINE, 720, 780));
    day.when(take({ start: 780, end: 840, terms: staff })).thenRefuses('time-blocked');
  });

  it('is told as that of the date while the whole date is blocked', () => {
    given(blocked, timeBlocked(id(32)))
      .when(take({ ...LUNCH }))
      .thenRefuses('date-blocked');
    given(blocked, timeBlocked(id(32)), unblocked)
      .when(take({ ...LUNCH, terms: staff }))
      .thenRefuses('time-blocked');
  });
});

describe('holding a blocked time', () => {
  it('is refused like a taken time, also in place of a hold that was there first', () => {
    given(timeBlocked())
      .when(hold({ start: 720, end: 750 }))
      .thenRefuses('slot-taken');
    given(held(720, 750), timeBlocked())
      .when(hold({ holdId: id(22), start: 720, end: 780, replaces: HOLD }))
      .thenRefuses('slot-taken');
    given(timeBlocked())
      .when(hold({ start: 780, end: 810 }))
      .thenRecords(held(780, 810, hold().expiresAt));
  });
});

describe('blocking a time', () => {
  it('needs a reason, which is kept apart as personal, and an end after its start', () => {
    given().when(block).thenRecords(timeBlocked());
    given()
      .when({ ...block, seriesId: id(41) })
      .thenRecords(timeBlocked(BLOCK, LUNCH, { seriesId: id(41) }));
    given()
      .when({ ...block, reason: ' ' })
      .thenRefuses('block-reason-required');
    given()
      .when({ ...block, end: 720 })
      .thenRefuses('hours-inverted');
  });

  it('moves no appointment that is there', () => {
    given(taken(SLOT, MINE, 720, 750))
      .when(block)
      .thenRecords(timeBlocked());
    expect(given(taken(SLOT, MINE, 720, 750), timeBlocked()).state.taken.has(SLOT)).toBe(true);
  });

  it('is refused over an appointment that is not over, unless that is acknowledged', () => {
    const careful = { ...block, acknowledged: false };
    const at = (instant: string) => ({
      ...block,
      acknowledged: false,
      clock: { ...clock, now: new Date(instant) },
    });
    const there = given(taken(SLOT, MINE, 690, 750));
    there.when(careful).thenRefuses('appointments-on-date');
    there.when({ ...careful, completed: new Set([SLOT]) }).thenRecords(timeBlocked());
    // It ends at 12:30 PM, which is 20:30 UTC.
    there.when(at(`${clock.date}T20:29:59Z`)).thenRefuses('appointments-on-date');
    there.when(at(`${clock.date}T20:30:00Z`)).thenRecords(timeBlocked());
    given(taken(SLOT, MINE, 690, 750), released())
      .when(careful)
      .thenRecords(timeBlocked());
    given(taken(SLOT, MINE, 660, 720))
      .when(careful)
      .thenRecords(timeBlocked());
  });

  it('may overlap other blocks, and a blocked date', () => {
    given(timeBlocked(id(32)), blocked)
      .when(block)
      .thenRecords(timeBlocked());
  });
});

describe('changing a blocked time', () => {
  const change = { kind: 'ChangeBlockedTime', blockId: BLOCK, acknowledged: false, clock } as const;
  const other = {
    type: 'BlockReasonChanged',
    data: { blockId: BLOCK, personal: { reason: 'Errand' } },
  } as const;

  it('gives it other times, another reason, or both', () => {
    given(timeBlocked())
      .when({ ...change, times: { start: 750, end: 840 } })
      .thenRecords(blockMoved(750, 840));
    given(timeBlocked())
      .when({ ...change, reason: ' Errand ' })
      .thenRecords(other);
    given(timeBlocked())
      .when({ ...change, times: { start: 750, end: 840 }, reason: 'Errand' })
      .thenRecords(blockMoved(750, 840), other);
    // Recorded, so that a late retry undoes no later change.
    given(timeBlocked())
      .when({ ...change, times: LUNCH })
      .thenRecords(blockMoved(720, 780));
  });

  it('is refused for what is wrong with it', () => {
    given(timeBlocked())
      .when({ ...change, times: { start: 750, end: 750 } })
      .thenRefuses('hours-inverted');
    given(timeBlocked())
      .when({ ...change, reason: ' ' })
      .thenRefuses('block-reason-required');
    given(timeBlocked(), timeUnblocked())
      .when({ ...change, reason: 'Errand' })
      .thenRefuses('blocked-time-not-found');
    given(blocked)
      .when({ ...change, reason: 'Errand' })
      .thenRefuses('blocked-time-not-found');
  });

  it('is refused over an appointment that it was not over before, unless that is acknowledged', () => {
    const longer = { ...change, times: { start: 720, end: 810 } };
    given(timeBlocked(), taken(SLOT, MINE, 780, 810))
      .when(longer)
      .thenRefuses('appointments-on-date');
    given(timeBlocked(), taken(SLOT, MINE, 780, 810))
      .when({ ...longer, acknowledged: true })
      .thenRecords(blockMoved(720, 810));
    given(timeBlocked(), taken(SLOT, MINE, 780, 810))
      .when({ ...longer, completed: new Set([SLOT]) })
      .thenRecords(blockMoved(720, 810));
    given(taken(SLOT, MINE, 750, 810), timeBlocked())
      .when(longer)
      .thenRecords(blockMoved(720, 810));
  });

  it('back is refused where somebody was given a time since', () => {
    const back = {
      kind: 'ChangeBlockedTimeBack',
      blockId: BLOCK,
      times: LUNCH,
      slotIds: new Set([SLOT]),
    } as const;
    const moved = [timeBlocked(), blockMoved(780, 840)];
    given(...moved)
      .when(back)
      .thenRecords(blockMoved(720, 780));
    given(...moved, taken(SLOT, MINE, 720, 750))
      .when(back)
      .thenRecords(blockMoved(720, 780));
    given(...moved, taken(OTHER_SLOT, THEIRS, 720, 750))
      .when(back)
      .thenRefuses('slot-taken');
    given(...moved, taken(OTHER_SLOT, THEIRS, 600, 630))
      .when(back)
      .thenRecords(blockMoved(720, 780));
    given(...moved, timeUnblocked())
      .when(back)
      .thenRefuses('blocked-time-not-found');
    // Its former reason comes back, whether or not the time is taken.
    given(...moved, taken(OTHER_SLOT, THEIRS, 720, 750))
      .when({ ...back, times: undefined, reason: 'Lunch' })
      .thenRecords({ type: 'BlockReasonChanged', data: { blockId: BLOCK, personal: { reason: 'Lunch' } } });
  });
});

describe('opening a blocked time', () => {
  const opened = { kind: 'UnblockTime', blockId: BLOCK } as const;

  it('opens that very block only, and once', () => {
    given(timeBlocked(), timeBlocked(id(32)))
      .when(opened)
      .thenRecords(timeUnblocked());
    given(timeBlocked(), timeUnblocked()).when(opened).thenRefuses('blocked-time-not-found');
    given(blocked).when(opened).thenRefuses('blocked-time-not-found');
    given(timeBlocked()).when({ kind: 'UnblockDate', blockId: BLOCK }).thenRefuses('block-not-found');
  });

  it('is undone with the times and the series that the block had, unless somebody was given a time there', () => {
    const again = {
      kind: 'BlockTimeAgain',
      blockId: BLOCK,
      reason: 'Lunch',
      slotIds: new Set([SLOT]),
    } as const;
    const series = { seriesId: id(41) };
    const day = [timeBlocked(BLOCK, LUNCH, series), blockMoved(780, 840), timeUnblocked()];
    const back = timeBlocked(BLOCK, { start: 780, end: 840 }, series);
    given(...day)
      .when(again)
      .thenRecords(back);
    given(...day, taken(SLOT, MINE, 780, 810))
      .when(again)
      .thenRecords(back);
    given(...day, taken(OTHER_SLOT, THEIRS, 720, 780))
      .when(again)
      .thenRecords(back);
    given(...day, taken(OTHER_SLOT, THEIRS, 780, 810))
      .when(again)
      .thenRefuses('slot-taken');
    given(timeBlocked()).when(again).thenRefuses('blocked-time-not-found');
    given(...day, back)
      .when(again)
      .thenRefuses('blocked-time-not-found');
  });

  it('leaves the day as it was when the log says so of a block that was never there', () => {
    given(timeUnblocked(), blockMoved(600, 660)).when(take()).thenRecords(taken());
  });
});

it('a day has one version, which each block and each change of it moves', () => {
  const events = [timeBlocked(), taken(), blockMoved(750, 810), timeUnblocked(), blocked, unblocked];
  expect(toldOf(agendaDecider, events).version).toBe(5);
});
