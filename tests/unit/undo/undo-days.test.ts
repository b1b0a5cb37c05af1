import { describe, expect, it } from 'vitest';
import { agendaStream } from '../../../src/features/booking/agenda/events.ts';
import { bookingIdOf } from '../../../src/features/booking/appointment/commands.ts';
import { follow } from '../../support/booking/keeper-facts.ts';
import { book, TUESDAY } from '../../support/salon/test-salon.ts';
import { KEY, NONE, OTHER_KEY, refusal, type World, world } from '../../support/undo/undo-world.ts';

describe('undoing a block', () => {
  const block = (at: World) =>
    at.salon.agenda.blockDate({ date: TUESDAY, reason: 'Holiday', acknowledged: true }, at.run('block'));

  it('opens the date, and the other way round blocks it under the same id with the last reason', async () => {
    const at = world();
    const { blockId } = await block(at);
    await at.undoLast(agendaStream(TUESDAY));
    expect(await at.typesIn(agendaStream(TUESDAY))).toEqual(['DateBlocked', 'DateUnblocked']);

    const { blockId: second } = await block(at);
    await at.salon.agenda.changeReason(second, 'Wedding', at.run('reason', second));
    await at.salon.agenda.unblockDate(second, at.run('unblock', second));
    await at.undoLast(agendaStream(TUESDAY));
    expect(await at.last(agendaStream(TUESDAY))).toMatchObject({
      type: 'DateBlocked',
      data: { blockId: second, personal: { reason: 'Wedding' } },
    });
    expect(second).not.toBe(blockId);

    await at.salon.agenda.changeReason(second, 'Funeral', at.run('reason', second));
    await at.undoLast(agendaStream(TUESDAY));
    expect(await at.last(agendaStream(TUESDAY))).toMatchObject({
      type: 'BlockReasonChanged',
      data: { blockId: second, personal: { reason: 'Wedding' } },
    });
  });

  it('keeps appointments where they were, and is refused once somebody was given a time', async () => {
    const at = world();
    await book(at.salon, KEY);
    const { blockId } = await block(at);
    await at.salon.agenda.unblockDate(blockId, at.run('unblock', blockId));
    const { id } = await at.last(agendaStream(TUESDAY));
    await book(at.salon, OTHER_KEY, { start: 900 });
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Tuesday 3 PM was given to Ann Lee at 10:00 AM.',
    ]);
    const other = bookingIdOf(OTHER_KEY);
    await at.salon.bookings.cancel(other, { reason: 'other', notice: NONE }, at.run('cancel', other));
    await follow(at.log, at.salon);
    await at.undo(id);
    expect((await at.last(agendaStream(TUESDAY))).type).toBe('DateBlocked');
  });
});

describe('undoing a decision about a part of a day', () => {
  const AGENDA = agendaStream(TUESDAY);
  const lunch = { date: TUESDAY, start: 720, end: 780, reason: 'Lunch', acknowledged: true };
  const blocked = (at: World) => at.salon.blockedTimes.block(lunch, at.run('block-time'));
  const moved = (at: World, id: string, start: number) =>
    at.salon.blockedTimes.change(
      id,
      { times: { start, end: start + 60 }, acknowledged: true },
      at.run('change-blocked-time', id),
    );

  it('opens a time, and blocks it again under the same id, as it was last', async () => {
    const at = world();
    await blocked(at);
    await at.undoLast(AGENDA);
    expect(await at.typesIn(AGENDA)).toEqual(['TimeBlocked', 'TimeUnblocked']);

    const { blockId } = await blocked(at);
    await moved(at, blockId, 840);
    await at.salon.blockedTimes.change(
      blockId,
      { reason: 'Errand', acknowledged: true },
      at.run('change-blocked-time', blockId),
    );
    await at.salon.blockedTimes.unblock(blockId, at.run('unblock-time', blockId));
    await at.undoLast(AGENDA);
    expect(await at.last(AGENDA)).toMatchObject({
      type: 'TimeBlocked',
      data: { blockId, start: 840, end: 900, personal: { reason: 'Errand' } },
    });
  });

  it('moves a blocked time back, while nothing else was decided about it', async () => {
    const at = world();
    const { blockId } = await blocked(at);
    await moved(at, blockId, 840);
    const { id } = await at.last(AGENDA);
    await at.salon.dayHours.set(
      { date: TUESDAY, windows: [] },
      { acknowledged: true },
      at.run('set-day-hours', TUESDAY),
    );
    await at.undo(id);
    expect(await at.last(AGENDA)).toMatchObject({ type: 'BlockedTimeMoved', data: { start: 720, end: 780 } });

    await moved(at, blockId, 900);
    const second = await at.last(AGENDA);
    await moved(at, blockId, 960);
    expect(await refusal(at.undo(second.id))).toEqual([
      'undo-overtaken',
      'Since then: blocked time moved at 10:00 AM by Ada Moreau.',
    ]);
  });

  it('takes back other times and another reason together, and each alone', async () => {
    const at = world();
    const { blockId } = await blocked(at);
    const change = (changed: { times?: { start: number; end: number }; reason?: string }) =>
      at.salon.blockedTimes.change(
        blockId,
        { ...changed, acknowledged: true },
        at.run('change-blocked-time', blockId),
      );
    const lastTwo = async () => (await at.log.read(AGENDA)).slice(-2).map(({ type, data }) => [type, data]);
    await change({ times: { start: 840, end: 900 }, reason: 'Training' });
    await at.undoLast(AGENDA);
    expect(await lastTwo()).toEqual([
      ['BlockedTimeMoved', { blockId, start: 720, end: 780 }],
      ['BlockReasonChanged', { blockId, personal: { reason: 'Lunch' } }],
    ]);
    await change({ reason: 'Errand' });
    await at.undoLast(AGENDA);
    expect((await lastTwo()).at(-1)).toEqual([
      'BlockReasonChanged',
      { blockId, personal: { reason: 'Lunch' } },
    ]);
  });

  it('is refused once somebody was given that time, and not for another one', async () => {
    const at = world();
    await book(at.salon, KEY, { start: 750 });
    const { blockId } = await blocked(at);
    await at.salon.blockedTimes.unblock(blockId, at.run('unblock-time', blockId));
    const { id } = await at.last(AGENDA);
    await book(at.salon, OTHER_KEY, { start: 720 });
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Tuesday 12 PM was given to Ann Lee at 10:00 AM.',
    ]);
    const other = bookingIdOf(OTHER_KEY);
    const move = { date: TUESDAY, start: 840, notice: NONE };
    await at.salon.bookings.reschedule(other, move, at.run('reschedule', other));
    await follow(at.log, at.salon);
    await at.undo(id);
    expect((await at.last(AGENDA)).type).toBe('TimeBlocked');
  });

  it('says so where an appointment can’t come back into a blocked time', async () => {
    const at = world();
    await book(at.salon, KEY, { start: 720 });
    const mine = bookingIdOf(KEY);
    await at.salon.bookings.cancel(mine, { reason: 'other', notice: NONE }, at.run('cancel', mine));
    await blocked(at);
    expect(await refusal(at.undoLast())).toEqual([
      'undo-overtaken',
      'Tuesday 12 PM was blocked at 10:00 AM.',
    ]);
  });

  it('gives a date back the hours that were switched off', async () => {
    const at = world();
    const set = (hours: {
      windows: { start: number; end: number }[];
      off?: { start: number; end: number }[];
    }) =>
      at.salon.dayHours.set(
        { date: TUESDAY, ...hours },
        { acknowledged: true },
        at.run('set-day-hours', TUESDAY),
      );
    const hours = { windows: [{ start: 600, end: 720 }], off: [{ start: 780, end: 840 }] };
    await set(hours);
    await set({ windows: [] });
    await at.undoLast(AGENDA);
    expect((await at.last(AGENDA)).data).toEqual(hours);
  });

  it('gives a date the hours that it had before, or those of every week', async () => {
    const at = world();
    const set = (...windows: { start: number; end: number }[]) =>
      at.salon.dayHours.set(
        { date: TUESDAY, windows },
        { acknowledged: true },
        at.run('set-day-hours', TUESDAY),
      );
    await set({ start: 600, end: 720 });
    await set();
    await at.undoLast(AGENDA);
    expect((await at.last(AGENDA)).data).toEqual({ windows: [{ start: 600, end: 720 }] });
    await at.salon.dayHours.clear(
      { date: TUESDAY },
      { acknowledged: true },
      at.run('clear-day-hours', TUESDAY),
    );
    await at.undoLast(AGENDA);
    expect((await at.last(AGENDA)).data).toEqual({ windows: [{ start: 600, end: 720 }] });

    const other = world();
    await other.salon.dayHours.set(
      { date: TUESDAY, windows: [] },
      { acknowledged: true },
      other.run('set-day-hours', TUESDAY),
    );
    await other.undoLast(AGENDA);
    expect(await other.typesIn(AGENDA)).toEqual(['DayHoursSet', 'DayHoursCleared']);
  });
});
