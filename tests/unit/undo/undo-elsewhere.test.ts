import { describe, expect, it } from 'vitest';
import type { Sections } from '../../../src/contracts/settings/sections.ts';
import { serviceStream } from '../../../src/features/catalogue/events.ts';
import { customerStream, MERGES } from '../../../src/features/customers/events.ts';
import { wantedDays } from '../../../src/features/hours/commands.ts';
import { HOURS } from '../../../src/features/hours/events.ts';
import { reviewStream } from '../../../src/features/reviews/events.ts';
import { SALON } from '../../../src/features/settings/events.ts';
import { stylistStream } from '../../../src/features/team/events.ts';
import { customerRegistered, MARIAS_CARD, newEvent } from '../../projections/events.ts';
import { SECTIONS_OF_FILE } from '../../support/salon/sections-of-file.ts';
import { createTestSalon } from '../../support/salon/test-salon.ts';
import { createTestUndo } from '../../support/undo/test-undo.ts';
import { refusal, world } from '../../support/undo/undo-world.ts';

describe('undoing a change of hours or a service', () => {
  it('changes only what it had changed, and restores what was removed', async () => {
    const at = world();
    const { id: hoursId } = await at.salon.hours.add({ dayOfWeek: 2, start: 540, end: 1_260 }, at.run('add'));
    await at.salon.hours.change(hoursId, { start: 600, end: 1_260 }, at.run('change', hoursId));
    const later = await at.last(HOURS);
    await at.salon.hours.change(hoursId, { start: 600, end: 1_200 }, at.run('change', hoursId));
    await at.undo(later.id);
    expect((await at.last(HOURS)).data).toEqual({ hoursId, start: 540, end: 1_200 });
    await at.salon.hours.switch(hoursId, false, at.run('switch', hoursId));
    await at.undoLast(HOURS);
    expect((await at.last(HOURS)).data).toEqual({ hoursId, isAvailable: true });
    await at.salon.hours.remove(hoursId, at.run('remove', hoursId));
    const removed = await at.last(HOURS);
    const others = await at.salon.hours.add({ dayOfWeek: 2, start: 600, end: 660 }, at.run('add'));
    expect(await refusal(at.undo(removed.id))).toEqual([
      'undo-overtaken',
      'There are other hours at that time by now.',
    ]);
    await at.salon.hours.remove(others.id, at.run('remove', others.id));
    await at.undo(removed.id);
    expect((await at.last(HOURS)).data).toMatchObject({ hoursId, start: 540, end: 1_200, isAvailable: true });
  });

  it('of several weekdays puts all of them back by one command, under their ids', async () => {
    const at = world();
    const add = (dayOfWeek: number) =>
      at.salon.hours.add({ dayOfWeek, start: 540, end: 1_260 }, at.run('add'));
    const [tuesday, wednesday] = [await add(2), await add(3)];
    await at.salon.hours.switch(tuesday.id, false, at.run('switch', tuesday.id));
    const before = await at.salon.streams.hours.read(HOURS, ({ state }) => structuredClone(state.week));
    const run = at.run('change-week');
    const windows = [{ start: 600, end: 1_080 }];
    const week = [2, 4].map((dayOfWeek) => ({ dayOfWeek, windows }));
    await at.salon.hours.changeWeek(wantedDays([...week, { dayOfWeek: 3, windows: [] }], run), run);
    expect((await at.typesIn(HOURS)).slice(3).sort()).toEqual([
      'HoursAdded',
      'HoursChanged',
      'HoursRemoved',
      'HoursSwitched',
    ]);
    await at.undoLast(HOURS);
    expect(await at.salon.streams.hours.read(HOURS, ({ state }) => structuredClone(state.week))).toEqual(
      before,
    );
    expect((await at.last(HOURS)).metadata.commandId).not.toBe(run.context.commandId);
    expect(before.has(wednesday.id)).toBe(true);
  });

  it('is refused if the hours would end before they begin, since their other end was changed', async () => {
    const at = world();
    const { id: hoursId } = await at.salon.hours.add({ dayOfWeek: 2, start: 840, end: 1_260 }, at.run('add'));
    await at.salon.hours.change(hoursId, { start: 540, end: 1_260 }, at.run('change', hoursId));
    const earlier = await at.last(HOURS);
    await at.salon.hours.change(hoursId, { start: 540, end: 720 }, at.run('change', hoursId));
    expect(await refusal(at.undo(earlier.id))).toEqual([
      'undo-overtaken',
      'The hours would end before they begin, since they were changed again. Please change them instead.',
    ]);
  });

  it('does the same for a service, and for both halves of one command', async () => {
    const at = world();
    const offer = {
      name: 'Updo',
      description: '',
      category: 'Hair Styling',
      publicGroup: 'Styling',
      priceCents: 100,
      priceText: null,
      durationMinutes: 60,
    } as const;
    const id = 'updo';
    const stream = serviceStream(id);
    await at.salon.catalogue.add({ id, offer, active: true }, at.run('add'));
    await at.salon.catalogue.change(id, { offer: { priceCents: 200 }, active: false }, at.run('change', id));
    const [, changed, switched] = await at.log.read(stream);
    await at.salon.catalogue.change(id, { offer: { name: 'Up do' } }, at.run('change', id));
    const { event_ids } = await at.undo(switched?.id ?? '');
    expect(event_ids).toEqual([changed?.id, switched?.id]);
    expect((await at.log.read(stream)).slice(4)).toMatchObject([
      { type: 'ServiceChanged', data: { name: 'Up do', priceCents: 100 } },
      { type: 'ServiceActivated' },
    ]);
    await at.salon.catalogue.remove(id, at.run('remove', id));
    await at.undoLast(stream);
    expect(await at.last(stream)).toMatchObject({
      type: 'ServiceRestored',
      data: { serviceId: id, name: 'Up do', priceCents: 100, active: true },
    });
  });
});

describe('undoing the choice of a picture', () => {
  const one = { picture: 'a'.repeat(32), alt: 'Long waves' };
  const other = { picture: 'b'.repeat(32), alt: 'Short waves' };

  it('shows again what stood there before: the drawn picture, or another one', async () => {
    const at = world();
    await at.pictures.choose('share', one, at.run('choose-picture', 'share'));
    await at.undoLast(SALON);
    expect(await at.last(SALON)).toMatchObject({ type: 'DrawnPictureChosen', data: { use: 'share' } });
    await at.pictures.choose('share', one, at.run('choose-picture', 'share'));
    await at.pictures.choose('share', other, at.run('choose-picture', 'share'));
    await at.undoLast(SALON);
    expect(await at.last(SALON)).toMatchObject({ type: 'PictureChosen', data: { use: 'share', ...one } });
    await at.pictures.choose('share', null, at.run('choose-picture', 'share'));
    await at.undoLast(SALON);
    expect(await at.last(SALON)).toMatchObject({ type: 'PictureChosen', data: { use: 'share', ...one } });
  });

  it('is refused once something else was chosen for the same', async () => {
    const at = world();
    await at.pictures.choose('share', one, at.run('choose-picture', 'share'));
    const earlier = await at.last(SALON);
    await at.pictures.choose('share', other, at.run('choose-picture', 'share'));
    expect(await refusal(at.undo(earlier.id))).toEqual(['undo-overtaken', expect.any(String)]);
  });
});

describe('undoing a change of settings', () => {
  const settingsWorld = () => {
    const at = world();
    return {
      ...at,
      change: (changes: Partial<Sections['booking']>) =>
        at.settings.change('booking', changes, at.run('change-settings-booking')),
      choose: (picture: string) =>
        at.pictures.choose('share', { picture: picture.repeat(32), alt: 'Waves' }, at.run('choose-picture')),
    };
  };

  it('gives back the fields that it had changed, beside pictures, keys and what was changed since', async () => {
    const { change, choose, last, undo, log } = settingsWorld();
    await choose('a');
    const keys = { sms: null, email: null };
    await log.append(SALON, 'any', [newEvent({ stream: SALON, type: 'SendingKeysChanged', data: keys })]);
    await change({ private_link_days: 14 });
    const first = await last(SALON);
    await choose('b');
    await change({ private_link_days: 28, max_booking_minutes: 60 });
    const second = await last(SALON);
    await change({ quiet_from: '20:00' });
    await choose('c');
    await undo(second.id);
    const settings = { ...SECTIONS_OF_FILE.booking, private_link_days: 14, quiet_from: '20:00' };
    expect(await last(SALON)).toMatchObject({
      type: 'SettingsChanged',
      data: { section: 'booking', settings },
    });
    // An undo is a decision as well: it has overtaken the first change.
    expect(await refusal(undo(first.id))).toEqual(['undo-overtaken', expect.any(String)]);
  });

  it('goes back to what the profile’s file said', async () => {
    const { change, choose, last, undoLast, undo } = settingsWorld();
    await change({ private_link_days: 14 });
    const first = await last(SALON);
    await choose('a');
    await undo(first.id);
    expect((await last(SALON)).data.settings).toEqual(SECTIONS_OF_FILE.booking);
    expect(await refusal(undoLast(SALON))).toEqual(['not-undoable', expect.any(String)]);
  });
});

describe('undoing a change of a customer', () => {
  const [ONE, TWO] = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [string, string];

  it('gives back the former card, with what was added to it since the first', async () => {
    const at = world();
    const stream = customerStream(ONE);
    await at.log.append(stream, 'no-stream', [newEvent(customerRegistered(ONE))]);
    const added = { bookingId: TWO, personal: { emails: ['m@example.com'], phones: [] } };
    await at.log.append(stream, 'any', [newEvent({ stream, type: 'CustomerContactAdded', data: added })]);
    await at.customers.change(ONE, { name: 'Mary', phone: null, otherEmails: [] }, at.run('change', ONE));
    await at.undoLast(stream);
    expect((await at.last(stream)).data.personal).toEqual({
      ...MARIAS_CARD,
      emails: [...MARIAS_CARD.emails, 'm@example.com'],
    });
  });

  it('separates merged customers, and merges separated ones', async () => {
    const at = world();
    for (const id of [ONE, TWO])
      await at.log.append(customerStream(id), 'no-stream', [newEvent(customerRegistered(id))]);
    await at.customers.merge(ONE, TWO, at.run('merge', ONE));
    await at.undoLast(MERGES);
    const { mergeId } = await at.customers.merge(ONE, TWO, at.run('merge', ONE));
    await at.customers.split(ONE, mergeId, at.run('split', ONE));
    const { id } = await at.last(MERGES);
    await at.undo(id);
    expect(await at.log.read(MERGES)).toMatchObject([
      { type: 'CustomersMerged' },
      { type: 'CustomersSplit' },
      { type: 'CustomersMerged' },
      { type: 'CustomersSplit' },
      { type: 'CustomersMerged', data: { from: ONE, into: TWO } },
    ]);
  });

  it('is judged again if others have merged and separated them in the same moment', async () => {
    let race = async () => {};
    const at = world(undefined, {
      async beforeAppend(_, [event]) {
        if (event?.type !== 'CustomersMerged') return;
        const others = race;
        race = async () => {};
        await others();
      },
    });
    for (const id of [ONE, TWO])
      await at.log.append(customerStream(id), 'no-stream', [newEvent(customerRegistered(id))]);
    const { mergeId } = await at.customers.merge(ONE, TWO, at.run('merge', ONE));
    await at.customers.split(ONE, mergeId, at.run('split', ONE));
    const { id } = await at.last(MERGES);
    const elsewhere = createTestUndo(at.log, createTestSalon(at.log)).customers;
    race = async () => {
      const again = await elsewhere.merge(ONE, TWO, at.run('merge', ONE));
      await elsewhere.split(ONE, again.mergeId, at.run('split', ONE));
    };
    expect(await refusal(at.undo(id))).toEqual([
      'undo-overtaken',
      'Since then: separated again at 10:00 AM by Ada Moreau.',
    ]);
    expect((await at.last(MERGES)).type).toBe('CustomersSplit');
  });

  it('is not possible for somebody who was erased', async () => {
    const at = world();
    for (const id of [ONE, TWO])
      await at.log.append(customerStream(id), 'no-stream', [newEvent(customerRegistered(id))]);
    await at.customers.change(TWO, { name: 'Mary' }, at.run('change', TWO));
    const { mergeId } = await at.customers.merge(ONE, TWO, at.run('merge', ONE));
    await at.customers.split(ONE, mergeId, at.run('split', ONE));
    const split = await at.last(MERGES);
    await at.customers.erase(TWO, at.run('erase', TWO));
    for (const undone of [at.undoLast(customerStream(TWO)), at.undo(split.id)])
      expect(await refusal(undone)).toEqual([
        'undo-overtaken',
        'A customer whom this is about has been erased since.',
      ]);
  });

  it('is not possible for customers who were merged the other way round since', async () => {
    const at = world();
    for (const id of [ONE, TWO])
      await at.log.append(customerStream(id), 'no-stream', [newEvent(customerRegistered(id))]);
    const { mergeId } = await at.customers.merge(ONE, TWO, at.run('merge', ONE));
    await at.customers.split(ONE, mergeId, at.run('split', ONE));
    const split = await at.last(MERGES);
    await at.customers.merge(TWO, ONE, at.run('merge', TWO));
    expect(await refusal(at.undo(split.id))).toEqual([
      'undo-overtaken',
      'These customers have been merged again since.',
    ]);
  });
});

describe('undoing a change of a review', () => {
  const review = { name: 'Ann Lee', location: null, service: null, rating: 5, text: 'Lovely.' };

  it('gives back the words that a change had replaced, and shows a removed review', async () => {
    const at = world();
    const { id: reviewId } = await at.reviews.add(review, at.run('add-review'));
    const stream = reviewStream(reviewId);
    await at.reviews.change(reviewId, { rating: 4, text: 'Fine.' }, at.run('change-review', reviewId));
    await at.undoLast(stream);
    const { rating, ...personal } = review;
    expect((await at.last(stream)).data).toEqual({ version: 3, rating, personal });
    await at.reviews.remove(reviewId, at.run('remove-review', reviewId));
    const removed = await at.last(stream);
    await at.undo(removed.id);
    expect((await at.last(stream)).type).toBe('ReviewRestored');
  });

  it('is refused once the review is erased, and for its addition', async () => {
    const at = world();
    const { id: reviewId } = await at.reviews.add(review, at.run('add-review'));
    const stream = reviewStream(reviewId);
    expect(await refusal(at.undoLast(stream))).toEqual(['not-undoable', expect.any(String)]);
    await at.reviews.remove(reviewId, at.run('remove-review', reviewId));
    const removed = await at.last(stream);
    await at.reviews.erase(reviewId, at.run('erase-review', reviewId));
    expect(await refusal(at.undo(removed.id))).toEqual([
      'undo-overtaken',
      expect.stringContaining('review erased'),
    ]);
  });
});

describe('undoing a change of a stylist', () => {
  const card = { name: 'Ann Lee', title: 'Colors', services: null, online: true };
  const week = [{ dayOfWeek: 2, windows: [{ start: 540, end: 1_080 }] }];

  it('gives back what a change had replaced, and leaves what others have changed since', async () => {
    const at = world();
    const { id } = await at.team.add(card, at.run('add-stylist'));
    const stream = stylistStream(id);
    await at.team.change(id, { title: 'Cuts', order: 7 }, at.run('change-stylist', id));
    const changed = await at.last(stream);
    await at.team.change(id, { name: 'Ann' }, at.run('change-stylist', id));
    await at.undo(changed.id);
    expect((await at.last(stream)).data).toEqual({
      personal: { name: 'Ann', title: 'Colors' },
      services: null,
      order: 2,
      online: true,
    });
  });

  it('gives back the first stylist’s beginnings', async () => {
    const at = world();
    const stream = stylistStream('first');
    await at.team.change('first', { name: 'Bea' }, at.run('change-stylist', 'first'));
    await at.undoLast(stream);
    expect((await at.last(stream)).data).toMatchObject({ personal: { name: null, title: '' } });
    await at.team.setHours('first', week, at.run('set-stylist-hours', 'first'));
    await at.undoLast(stream);
    expect((await at.last(stream)).data).toEqual({ week: null });
    await at.team.deactivate('first', at.run('deactivate-stylist', 'first'));
    await at.undoLast(stream);
    expect((await at.last(stream)).type).toBe('StylistActivated');
  });

  it('is refused for the addition, and once the name is erased', async () => {
    const at = world();
    const { id } = await at.team.add(card, at.run('add-stylist'));
    const stream = stylistStream(id);
    expect(await refusal(at.undoLast(stream))).toEqual(['not-undoable', expect.any(String)]);
    await at.team.deactivate(id, at.run('deactivate-stylist', id));
    const deactivated = await at.last(stream);
    await at.team.erase(id, at.run('erase-stylist', id));
    expect(await refusal(at.undo(deactivated.id))).toEqual([
      'undo-overtaken',
      expect.stringContaining('name of a stylist erased'),
    ]);
  });
});
