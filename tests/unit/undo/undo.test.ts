import { describe, expect, it } from 'vitest';
import { agendaStream } from '../../../src/features/booking/agenda/events.ts';
import { bookingIdOf } from '../../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { undoCommandId } from '../../../src/features/undo/judge.ts';
import { follow } from '../../support/booking/keeper-facts.ts';
import { book, createTestSalon, runOf, STAFF, TUESDAY } from '../../support/salon/test-salon.ts';
import { createTestUndo } from '../../support/undo/test-undo.ts';
import {
  BOOKING,
  KEY,
  MORNING,
  NONE,
  OTHER_KEY,
  refusal,
  TEMPLATE,
  type World,
  world,
} from '../../support/undo/undo-world.ts';

const WEDNESDAY = '2026-11-25';

const change = {
  confirm: ({ salon, run }: World) => salon.bookings.confirm(BOOKING, run('confirm', BOOKING)),
  move: ({ salon, run }: World, notice: typeof NONE | typeof TEMPLATE = NONE, start = 720) =>
    salon.bookings.reschedule(BOOKING, { date: WEDNESDAY, start, notice }, run('move', BOOKING)),
  cancel: ({ salon, run }: World) =>
    salon.bookings.cancel(BOOKING, { reason: 'other', notice: NONE }, run('cancel', BOOKING)),
};

describe('undoing a change of an appointment', () => {
  it('makes it unconfirmed, names what it undoes, and says who did it', async () => {
    const at = world();
    await book(at.salon, KEY);
    await change.confirm(at);
    const confirmed = await at.last();
    const answer = await at.undo(confirmed.id);
    const undone = await at.last();
    expect(undone).toMatchObject({
      type: 'BookingUnconfirmed',
      metadata: {
        commandId: undoCommandId(confirmed.metadata.commandId),
        causationId: confirmed.id,
        actor: STAFF,
      },
    });
    expect(answer).toMatchObject({ event_ids: [confirmed.id], told: [], position: undone.position });
    expect((await at.booking()).status).toBe('pending');
  });

  it.each([NONE, TEMPLATE])(
    'moves it back, and tells its customer if they are told of the move: $kind',
    async (notice) => {
      const at = world();
      await book(at.salon, KEY);
      await change.move(at, notice);
      await at.undoLast();
      expect(await at.last()).toMatchObject({
        type: 'BookingRescheduled',
        data: {
          date: TUESDAY,
          start: 600,
          end: 630,
          from: { date: WEDNESDAY, start: 720 },
          notice: notice.kind,
        },
      });
      expect((await at.booking()).slot).toMatchObject({ date: TUESDAY, start: 600 });
    },
  );

  it('moves it back into the past, and outside the opening hours', async () => {
    let now = new Date(MORNING);
    const at = world(() => now);
    await book(at.salon, KEY, { start: 480 }, { actor: STAFF });
    await change.move(at);
    now = new Date('2026-11-24T20:00:00Z');
    await at.undoLast();
    expect((await at.booking()).slot).toMatchObject({ date: TUESDAY, start: 480 });
  });

  it('reinstates it', async () => {
    const at = world();
    await book(at.salon, KEY);
    await change.confirm(at);
    await change.cancel(at);
    await at.undoLast();
    expect(await at.last()).toMatchObject({ type: 'BookingReinstated', data: { status: 'confirmed' } });
  });

  it('opens it again, and takes one correction of the amount back after the other', async () => {
    let now = new Date(MORNING);
    const at = world(() => now);
    await book(at.salon, KEY);
    now = new Date('2026-11-24T20:00:00Z');
    const complete = (cents: number | null) =>
      at.salon.bookings.complete(BOOKING, { amountCents: cents }, at.run('complete', BOOKING));
    await complete(null);
    await complete(6_500);
    await at.undoLast();
    expect(await at.booking()).toMatchObject({ status: 'completed', amountCents: null });
    await complete(7_000);
    await complete(7_500);
    await at.undoLast();
    expect(await at.booking()).toMatchObject({ status: 'completed', amountCents: 7_000 });

    const other = bookingIdOf(OTHER_KEY);
    now = new Date(MORNING);
    await book(at.salon, OTHER_KEY, { start: 900 });
    now = new Date('2026-11-25T20:00:00Z');
    await at.salon.bookings.complete(other, { amountCents: 6_500 }, at.run('complete', other));
    await at.undoLast(bookingStream(other));
    expect(await at.last(bookingStream(other))).toMatchObject({
      type: 'BookingReopened',
      data: { status: 'pending', totalAmount: 'Price Varies - Determined at Consultation' },
    });
  });

  it('happens once for two clicks, two people and a retry, at the same time and later', async () => {
    const at = world();
    await book(at.salon, KEY);
    await change.move(at);
    const { id } = await at.last();
    const elsewhere = createTestUndo(at.log, createTestSalon(at.log)).undo;
    const colleague = runOf({
      key: 'a-colleagues-key-0123456789',
      command: 'admin-undo',
      actor: { kind: 'admin', userId: 'user-2' },
    });
    const answers = await Promise.all([at.undo(id), at.undo(id), elsewhere(id, colleague)]);
    await change.confirm(at);
    answers.push(await at.undo(id), await elsewhere(id, colleague));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await at.typesIn()).toEqual([
      'BookingRequested',
      'BookingRescheduled',
      'BookingRescheduled',
      'BookingConfirmed',
    ]);
    const onAgenda = (await at.log.read(agendaStream(TUESDAY))).filter(({ type }) => type === 'SlotTaken');
    expect(onAgenda).toHaveLength(2);
  });

  it('finds the decision for which a time was taken', async () => {
    const at = world();
    await book(at.salon, KEY);
    await change.move(at);
    const moved = await at.last();
    expect(await at.undo((await at.last(agendaStream(WEDNESDAY))).id)).toMatchObject({
      event_ids: [moved.id],
      thing: { kind: 'booking', id: BOOKING },
    });
  });
});

describe('the refusal of an undo', () => {
  it('has a sentence', async () => {
    const at = world();
    await book(at.salon, KEY);
    expect(await refusal(at.undo('00000000-0000-4000-8000-000000000001'))).toEqual([
      'event-not-found',
      undefined,
    ]);
    expect(await refusal(at.undoLast())).toEqual([
      'not-undoable',
      'A new entry can’t be undone. Please remove it instead.',
    ]);
    await change.confirm(at);
    const { id } = await at.last();
    await at.undo(id);
    expect(await refusal(at.undoLast())).toEqual([
      'not-undoable',
      'This is an undo itself. Please make the change again instead.',
    ]);
    await at.salon.bookings.cancel(
      BOOKING,
      { reason: 'customer_request', notice: TEMPLATE },
      runOf({ key: 'key-of-the-customer-012345', command: 'cancel', subject: BOOKING }),
    );
    expect(await refusal(at.undoLast())).toEqual(['not-undoable', 'Only what staff did can be undone.']);
  });

  it('names the decision that overtook an earlier one, even one that is undone itself', async () => {
    const at = world();
    await book(at.salon, KEY);
    await change.confirm(at);
    const { id } = await at.last();
    await change.move(at);
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Since then: moved at 10:00 AM by Ada Moreau.',
    ]);
    await at.undoLast();
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Since then: moved at 10:00 AM by Ada Moreau.',
    ]);
  });

  it('names a change of somebody who was faster at the same moment', async () => {
    let race = async () => {};
    const at = world(undefined, {
      async beforeAppend(_, [event]) {
        if (event?.type === 'BookingUnconfirmed') await race();
      },
    });
    await book(at.salon, KEY);
    await change.confirm(at);
    const { id } = await at.last();
    const elsewhere = createTestSalon(at.log).bookings;
    race = async () => {
      await elsewhere.changeSmsConsent(BOOKING, false, at.run('consent', BOOKING));
    };
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Since then: SMS consent changed at 10:00 AM by Ada Moreau.',
    ]);
    expect((await at.booking()).status).toBe('confirmed');
  });

  it('names a later change by the customer, with its date on another day', async () => {
    let now = new Date(MORNING);
    const at = world(() => now);
    await book(at.salon, KEY);
    await change.confirm(at);
    const { id } = await at.last();
    now = new Date('2026-11-21T01:30:00Z');
    await at.salon.bookings.cancel(
      BOOKING,
      { reason: 'customer_request', notice: TEMPLATE },
      runOf({ key: 'key-of-the-customer-012345', command: 'cancel', subject: BOOKING }),
    );
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Since then: cancelled at 5:30 PM by the customer.',
    ]);
    now = new Date('2026-11-23T01:30:00Z');
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Since then: cancelled on Nov 20 at 5:30 PM by the customer.',
    ]);
  });

  it('says that the time was given to somebody else, held, or blocked since', async () => {
    let now = new Date(MORNING);
    const at = world(() => now);
    await book(at.salon, KEY, { start: 840 });
    await change.cancel(at);
    const { id } = await at.last();
    await follow(at.log, at.salon);
    now = new Date('2026-11-20T23:10:00Z');
    await at.salon.holds.hold(
      { date: TUESDAY, start: 840, serviceIds: ['cut'], from: { address: '192.0.2.1' } },
      runOf({ key: 'key-of-a-visitor-0123456789', command: 'hold' }),
    );
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Tuesday 2 PM is held for a visitor who is booking it at this moment.',
    ]);
    now = new Date('2026-11-20T23:40:00Z');
    await book(at.salon, OTHER_KEY, { start: 840 });
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Tuesday 2 PM was given to Ann Lee at 3:40 PM.',
    ]);
    await at.salon.agenda.blockDate(
      { date: TUESDAY, reason: 'Holiday', acknowledged: true },
      at.run('block'),
    );
    expect(await refusal(at.undo(id))).toEqual(['undo-overtaken', 'Tuesday was blocked at 3:40 PM.']);
    now = new Date('2026-12-20T20:00:00Z');
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Tue, Nov 24 was blocked on Nov 20 at 3:40 PM.',
    ]);
    expect(await at.typesIn()).toEqual(['BookingRequested', 'BookingCancelled']);
  });
});
