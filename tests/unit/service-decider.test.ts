import { describe, expect, it } from 'vitest';
import { serviceDecider } from '../../src/features/catalogue/decider.ts';
import type { Offer, ServiceEvent } from '../../src/features/catalogue/events.ts';
import { specOf } from '../support/log/decider-spec.ts';

const { given } = specOf(serviceDecider);

const serviceId = 'mens-haircut';
const offer: Offer = {
  name: "Men's Haircut",
  description: '',
  category: 'Haircut',
  publicGroup: 'Haircuts',
  priceCents: 3500,
  priceText: null,
  durationMinutes: 45,
};
const added: ServiceEvent = { type: 'ServiceAdded', data: { serviceId, ...offer, active: true } };
const activated: ServiceEvent = { type: 'ServiceActivated', data: { serviceId } };
const deactivated: ServiceEvent = { type: 'ServiceDeactivated', data: { serviceId } };
const removed: ServiceEvent = { type: 'ServiceRemoved', data: { serviceId } };

/** Rules of the service form, the same for a new service and a changed one. */
const shapes = [
  ['without a name', { name: '' }, 'service-name-required'],
  ['with a blank name', { name: ' \t' }, 'service-name-required'],
  ['below zero dollars', { priceCents: -1 }, 'invalid-price'],
  ['with a part of a cent', { priceCents: 0.5 }, 'invalid-price'],
  ['that takes no time', { durationMinutes: 0 }, 'invalid-duration'],
  ['below 15 minutes', { durationMinutes: 14 }, 'invalid-duration'],
  ['off the quarter hour', { durationMinutes: 50 }, 'invalid-duration'],
] as const;

describe('adding a service', () => {
  it('adds it, active or not', () => {
    given().when({ kind: 'AddService', serviceId, offer, active: true }).thenRecords(added);
    given()
      .when({ kind: 'AddService', serviceId, offer, active: false })
      .thenRecords({ type: 'ServiceAdded', data: { serviceId, ...offer, active: false } });
  });

  it.each(shapes)('refuses one %s', (_, wrong, code) => {
    given()
      .when({ kind: 'AddService', serviceId, offer: { ...offer, ...wrong }, active: true })
      .thenRefuses(code);
  });

  it('allows a free one of 15 minutes', () => {
    const least = { ...offer, priceCents: 0, durationMinutes: 15 };
    given()
      .when({ kind: 'AddService', serviceId, offer: least, active: true })
      .thenRecords({ type: 'ServiceAdded', data: { serviceId, ...least, active: true } });
  });

  it('trims its texts; a blank price text shows the price', () => {
    given()
      .when({
        kind: 'AddService',
        serviceId,
        offer: { ...offer, name: " Men's Haircut ", description: ' ', priceText: ' ' },
        active: true,
      })
      .thenRecords(added);
  });

  it.each([
    ['is there', [added]],
    ['is switched off', [added, deactivated]],
    ['was removed', [added, removed]],
  ])('refuses an id that %s', (_, history) => {
    given(...history)
      .when({ kind: 'AddService', serviceId, offer, active: true })
      .thenRefuses('service-exists');
  });
});

describe('changing a service', () => {
  const change = (different: Partial<Offer>) =>
    ({ kind: 'ChangeService', serviceId, offer: { ...offer, ...different } }) as const;

  it('records the whole offer as it is from now on', () => {
    given(added)
      .when(change({ priceCents: 4000, priceText: 'from $40' }))
      .thenRecords({
        type: 'ServiceChanged',
        data: { serviceId, ...offer, priceCents: 4000, priceText: 'from $40' },
      });
  });

  it.each(shapes)('refuses a change to one %s', (_, wrong, code) => {
    given(added).when(change(wrong)).thenRefuses(code);
  });

  it('changes nothing when nothing differs', () => {
    given(added).when(change({})).thenChangesNothing();
    given(added, { type: 'ServiceChanged', data: { serviceId, ...offer, priceCents: 1 } })
      .when(change({ priceCents: 1 }))
      .thenChangesNothing();
  });

  it('keeps what the change leaves out, and switches it in the same decision', () => {
    const changed: ServiceEvent = { type: 'ServiceChanged', data: { serviceId, ...offer, priceCents: 1 } };
    const cheaper = { kind: 'ChangeService', serviceId, offer: { priceCents: 1 } } as const;
    given(added).when(cheaper).thenRecords(changed);
    given(added)
      .when({ ...cheaper, active: false })
      .thenRecords(changed, deactivated);
    given(added).when({ kind: 'ChangeService', serviceId, offer: {}, active: true }).thenChangesNothing();
    given(added, deactivated)
      .when({ kind: 'ChangeService', serviceId, offer: {}, active: true })
      .thenRecords(activated);
  });

  it('leaves it switched off', () => {
    const changed: ServiceEvent = { type: 'ServiceChanged', data: { serviceId, ...offer, priceCents: 1 } };
    expect(given(added, deactivated, changed).state).toEqual({
      status: 'inactive',
      offer: { ...offer, priceCents: 1 },
    });
  });
});

describe('switching and removing a service', () => {
  const activate = { kind: 'ChangeService', serviceId, offer: {}, active: true } as const;
  const deactivate = { kind: 'ChangeService', serviceId, offer: {}, active: false } as const;
  const remove = { kind: 'RemoveService', serviceId } as const;

  it('switches off and on again', () => {
    given(added).when(deactivate).thenRecords(deactivated);
    given(added, deactivated).when(activate).thenRecords(activated);
    given(added, deactivated, activated).when(deactivate).thenRecords(deactivated);
  });

  it('changes nothing when it is switched that way already', () => {
    given(added).when(activate).thenChangesNothing();
    given(added, deactivated).when(deactivate).thenChangesNothing();
  });

  it('removes it, active or not', () => {
    given(added).when(remove).thenRecords(removed);
    given(added, deactivated).when(remove).thenRecords(removed);
  });

  it.each([activate, deactivate, remove])(
    'refuses $kind for a service that is unknown or removed',
    (command) => {
      given().when(command).thenRefuses('service-not-found');
      given(added, removed).when(command).thenRefuses('service-not-found');
    },
  );

  it('is never folded from a history that cannot be', () => {
    expect(() => given(activated)).toThrow("ServiceActivated can't follow a service that is none");
    expect(() => given(added, removed, activated)).toThrow("can't follow a service that is removed");
  });
});
