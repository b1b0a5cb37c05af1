import { describe, expect, it } from 'vitest';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { type StylistCommand, stylistDecider } from '../../src/features/team/decider.ts';
import type { Card, CardChange, StylistEvent } from '../../src/features/team/events.ts';
import { specOf } from '../support/log/decider-spec.ts';

const { given } = specOf(stylistDecider);

const ANN = '5b0ff2a0-7a44-4a63-8d5c-000000000001';
const card: Card = {
  name: 'Ann Lee',
  title: 'Color specialist',
  services: [{ id: 'full-color', minutes: 90, priceCents: 9_000 }],
  order: 1,
  online: true,
};
const eventOf = (
  type: 'StylistAdded' | 'StylistChanged',
  { name, title, ...rest }: Card = card,
): StylistEvent => ({ type, data: { personal: { name, title }, ...rest } });
const added = eventOf('StylistAdded');
const week = [{ dayOfWeek: 2, windows: [{ start: 540, end: 1_080 }] }];
const hoursSet = { type: 'StylistHoursSet', data: { week } } satisfies StylistEvent;
const activated: StylistEvent = { type: 'StylistActivated', data: {} };
const deactivated: StylistEvent = { type: 'StylistDeactivated', data: {} };
const erased: StylistEvent = { type: 'StylistErased', data: {} };

const on = (stylistId: string) => ({
  change: (change: CardChange): StylistCommand => ({ kind: 'ChangeStylist', stylistId, change }),
  setHours: (to: typeof week | null): StylistCommand => ({ kind: 'SetStylistHours', stylistId, week: to }),
  activate: { kind: 'ActivateStylist', stylistId } satisfies StylistCommand,
  deactivate: { kind: 'DeactivateStylist', stylistId } satisfies StylistCommand,
  erase: { kind: 'EraseStylist', stylistId } satisfies StylistCommand,
});
const ann = on(ANN);
const first = on('first');

describe('a stylist', () => {
  it('is added once, with the words in the part that is sealed', () => {
    const add: StylistCommand = { kind: 'AddStylist', stylistId: ANN, card };
    given().when(add).thenRecords(added);
    given(added).when(add).thenRefuses('stylist-not-found');
  });

  it('is changed in what is given, and recorded as a whole', () => {
    given(added)
      .when(ann.change({ title: '', services: null }))
      .thenRecords(eventOf('StylistChanged', { ...card, title: '', services: null }));
    given(added, eventOf('StylistChanged', { ...card, order: 0.5 }))
      .when(ann.change({ name: 'Ann', online: undefined }))
      .thenRecords(eventOf('StylistChanged', { ...card, order: 0.5, name: 'Ann' }));
    given(added)
      .when(ann.change({ ...card }))
      .thenChangesNothing();
  });

  it('has a week of their own, or the salon’s hours', () => {
    given(added).when(ann.setHours(week)).thenRecords(hoursSet);
    given(added, hoursSet).when(ann.setHours(week)).thenChangesNothing();
    given(added, hoursSet)
      .when(ann.setHours(null))
      .thenRecords({ type: 'StylistHoursSet', data: { week: null } });
    given(added).when(ann.setHours(null)).thenChangesNothing();
  });

  it('is deactivated and activated', () => {
    given(added).when(ann.activate).thenChangesNothing();
    given(added).when(ann.deactivate).thenRecords(deactivated);
    given(added, deactivated).when(ann.deactivate).thenChangesNothing();
    given(added, deactivated).when(ann.activate).thenRecords(activated);
    given(added, deactivated)
      .when(ann.change({ title: '' }))
      .thenRecords(eventOf('StylistChanged', { ...card, title: '' }));
  });

  it('is erased only while they take no appointments, and for good', () => {
    given(added).when(ann.erase).thenRefuses('stylist-active');
    given(added, deactivated).when(ann.erase).thenRecords(erased);
    for (const command of [ann.change({ title: '' }), ann.setHours(week), ann.activate, ann.erase])
      given(added, deactivated, erased).when(command).thenRefuses('stylist-not-found');
  });

  it('is unknown before they are added, but for the first one', () => {
    for (const command of [ann.change({ title: '' }), ann.setHours(week), ann.deactivate, ann.erase])
      given().when(command).thenRefuses('stylist-not-found');
    given().when(first.setHours(week)).thenRecords(hoursSet);
    given().when(first.activate).thenChangesNothing();
    given().when(first.deactivate).thenRecords(deactivated);
    given().when(first.erase).thenRefuses('stylist-active');
  });

  it('goes by no name of their own as the first one, until they have one', () => {
    const nameless: Card = { name: null, title: '', services: null, order: 0, online: true };
    given()
      .when(first.change({ online: false }))
      .thenRecords(eventOf('StylistChanged', { ...nameless, online: false }));
    given(hoursSet, eventOf('StylistChanged', { ...nameless, online: false }))
      .when(first.change({ name: 'Bea' }))
      .thenRecords(eventOf('StylistChanged', { ...nameless, online: false, name: 'Bea' }));
  });

  it('isn’t changed without their words, once the key is shredded', () => {
    const { name: _, title: __, ...rest } = card;
    given({ type: 'StylistAdded', data: { personal: ERASED, ...rest } })
      .when(ann.change({ order: 2 }))
      .thenRefuses('stylist-not-found');
  });

  it('takes no event that can’t follow the ones before', () => {
    for (const history of [
      [added, added],
      [added, deactivated, erased, activated],
      [hoursSet, added],
    ])
      expect(() => given(...history)).toThrow(/can't follow/);
  });
});
