import { describe, expect, it } from 'vitest';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import type { AgendaEvent } from '../../src/features/booking/agenda/events.ts';
import {
  BLOCK,
  blocked,
  clock,
  given,
  id,
  MINE,
  OTHER_SLOT,
  open,
  released,
  SLOT,
  staff,
  THEIRS,
  take,
  taken,
  unblocked,
} from '../support/booking/agenda-facts.ts';
import { toldOf } from '../support/log/decider-spec.ts';

describe('taking a slot', () => {
  it('gives out free time', () => {
    given().when(take()).thenRecords(taken());
  });

  it.each([
    ['begins within', 630, 690],
    ['ends within', 570, 630],
    ['lies within', 630, 645],
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

  it('refuses everyone a time without length, or that ends before it begins', () => {
    for (const terms of [open, staff, { kind: 'any-time' } as const])
      for (const end of [600, 570]) given().when(take({ end, terms })).thenRefuses('not-offered');
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
    for (const terms of [open, staff, { kind: 'any-time' } as const])
      given(blocked).when(take({ terms })).thenRefuses('date-blocked');
    given(blocked, unblocked).when(take()).thenRecords(taken());
  });
});

describe('releasing a slot', () => {
  const release = { kind: 'ReleaseSlot', slotId: SLOT } as const;

  it('releases a taken slot in the name of its booking', () => {
    given(taken()).when(release).thenRecords(released());
  });

  it('leaves the day as it was when the log says so of a slot that was never taken', () => {
    given(released()).when(take()).thenRecords(taken());
  });

  it('changes nothing for one that is released already or was never taken', () => {
    given(taken(), released()).when(release).thenChangesNothing();
    given().when(release).thenChangesNothing();
  });
});

describe('blocking a date', () => {
  const block = { kind: 'BlockDate', blockId: BLOCK, reason: 'Holiday', acknowledged: true, clock } as const;

  it('blocks with a reason, which is kept apart as personal', () => {
    given().when(block).thenRecords(blocked);
    given()
      .when({ ...block, reason: ' ' })
      .thenRefuses('block-reason-required');
  });

  it('moves no appointment that falls on it', () => {
    given(taken()).when(block).thenRecords(blocked);
    expect(given(taken(), blocked).state.taken.has(SLOT)).toBe(true);
  });

  it('is refused while an appointment is still to come, unless that is acknowledged', () => {
    const careful = { ...block, acknowledged: false };
    const at = (instant: string) => ({
      ...block,
      acknowledged: false,
      clock: { ...clock, now: new Date(instant) },
    });
    given(taken()).when(careful).thenRefuses('appointments-on-date');
    given(taken()).when(block).thenRecords(blocked);
    given(taken(), released()).when(careful).thenRecords(blocked);
    given().when(careful).thenRecords(blocked);
    // It begins at 10:00 AM, which is 18:00 UTC.
    given(taken())
      .when(at(`${clock.date}T17:59:59Z`))
      .thenRefuses('appointments-on-date');
    given(taken())
      .when(at(`${clock.date}T18:00:00Z`))
      .thenRecords(blocked);
  });

  it('needs no word about completed visits, but about every other one', () => {
    const careful = { ...block, acknowledged: false, completed: new Set([SLOT]) };
    given(taken()).when(careful).thenRecords(blocked);
    given(taken(), taken(OTHER_SLOT, THEIRS, 720, 780))
      .when(careful)
      .thenRefuses('appointments-on-date');
  });

  it('gives the block another reason', () => {
    const changed = { kind: 'ChangeDateBlockReason', blockId: BLOCK, reason: ' Wedding ' } as const;
    given(blocked)
      .when(changed)
      .thenRecords({ type: 'BlockReasonChanged', data: { blockId: BLOCK, personal: { reason: 'Wedding' } } });
    given(blocked)
      .when({ ...changed, reason: ' ' })
      .thenRefuses('block-reason-required');
    given(blocked)
      .when({ ...changed, blockId: id(32) })
      .thenRefuses('block-not-found');
    given(blocked, unblocked).when(changed).thenRefuses('block-not-found');
    expect(given(blocked).state).toEqual(
      given(blocked, { type: 'BlockReasonChanged', data: { blockId: BLOCK, personal: 'erased' } }).state,
    );
  });

  it('has versions of its own, which no slot or hold of its day moves', () => {
    const held: AgendaEvent = {
      type: 'SlotHeld',
      data: { holdId: id(21), start: 700, end: 760, expiresAt: '2026-11-20T18:10:00Z' },
    };
    const dropped: AgendaEvent = { type: 'SlotHoldDropped', data: { holdId: id(21) } };
    const told = toldOf(agendaDecider, [taken(), released(), held, dropped, blocked, unblocked]);
    expect(told.version).toBe(2);
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
      .thenRefuses('block-not-found');
    given(blocked, unblocked).when({ kind: 'UnblockDate', blockId: BLOCK }).thenRefuses('block-not-found');
    given().when({ kind: 'UnblockDate', blockId: BLOCK }).thenRefuses('block-not-found');
  });
});
