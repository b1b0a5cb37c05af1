import { isDeepStrictEqual } from 'node:util';
import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { type Gap, isGap } from '../../salon/parts.ts';
import { broken } from '../rule-broken.ts';
import { type Offer, type OfferChange, SERVICE, type ServiceEvent, serviceEventTypes } from './events.ts';

interface Offered {
  readonly status: 'active' | 'inactive';
  readonly offer: Offer;
}

/** The state of one service. A removed service comes back only if staff undo the removal. */
export type ServiceState =
  | { readonly status: 'none' }
  | { readonly status: 'removed'; readonly before: Offered }
  | Offered;

export type ServiceCommand = { readonly serviceId: string } & (
  | { readonly kind: 'AddService'; readonly offer: Offer; readonly active: boolean }
  /** Fields that are left out stay as they are. */
  | { readonly kind: 'ChangeService'; readonly offer: OfferChange; readonly active?: boolean }
  | { readonly kind: 'RemoveService' | 'RestoreService' }
);

/** Durations are multiples of a quarter of an hour. */
const DURATION_STEP_MINUTES = 15;

/** Checks an offer. @returns the offer in the form in which it is recorded @throws RuleBroken */
function checked({ gap, ...offer }: Omit<Offer, 'gap'> & { readonly gap?: Gap | null | undefined }): Offer {
  const name = offer.name.trim();
  const { priceCents, durationMinutes } = offer;
  if (name === '') throw broken('service-name-required');
  if (!Number.isSafeInteger(priceCents) || priceCents < 0) throw broken('invalid-price');
  if (durationMinutes < DURATION_STEP_MINUTES || durationMinutes % DURATION_STEP_MINUTES !== 0)
    throw broken('invalid-duration');
  if (gap && !isGap(gap, durationMinutes)) throw broken('invalid-gap');
  return {
    ...offer,
    ...(gap && { gap }),
    name,
    description: offer.description.trim(),
    priceText: offer.priceText?.trim() || null,
  };
}

function offered(state: ServiceState): Offered {
  if (state.status === 'none' || state.status === 'removed') throw broken('service-not-found');
  return state;
}

function decide(command: ServiceCommand, state: ServiceState): ServiceEvent[] {
  const { serviceId } = command;
  switch (command.kind) {
    case 'AddService':
      if (state.status !== 'none') throw broken('service-exists');
      return [
        { type: 'ServiceAdded', data: { serviceId, ...checked(command.offer), active: command.active } },
      ];
    case 'ChangeService': {
      const { offer: before, status } = offered(state);
      const wasActive = status === 'active';
      const { active = wasActive } = command;
      const { gap = before.gap, ...changed } = command.offer;
      const after = checked({ ...before, ...changed, gap });
      const events: ServiceEvent[] = [];
      if (!isDeepStrictEqual(before, after))
        events.push({ type: 'ServiceChanged', data: { serviceId, ...after } });
      if (active !== wasActive)
        events.push({ type: active ? 'ServiceActivated' : 'ServiceDeactivated', data: { serviceId } });
      return events;
    }
    case 'RemoveService':
      offered(state);
      return [{ type: 'ServiceRemoved', data: { serviceId } }];
    case 'RestoreService': {
      if (state.status !== 'removed') throw broken('undo-overtaken');
      const { offer, status } = state.before;
      return [{ type: 'ServiceRestored', data: { serviceId, ...offer, active: status === 'active' } }];
    }
  }
}

function evolve(state: ServiceState, event: ServiceEvent): ServiceState {
  if (event.type === 'ServiceRestored' && state.status !== 'removed')
    throw new Error(`${event.type} can't follow a service that is ${state.status}`);
  if (event.type === 'ServiceAdded' || event.type === 'ServiceRestored') {
    const { serviceId: _, active, ...offer } = event.data;
    return { status: active ? 'active' : 'inactive', offer };
  }
  if (state.status === 'none' || state.status === 'removed')
    throw new Error(`${event.type} can't follow a service that is ${state.status}`);
  switch (event.type) {
    case 'ServiceChanged': {
      const { serviceId: _, ...offer } = event.data;
      return { ...state, offer };
    }
    case 'ServiceActivated':
      return { ...state, status: 'active' };
    case 'ServiceDeactivated':
      return { ...state, status: 'inactive' };
    case 'ServiceRemoved':
      return { status: 'removed', before: state };
  }
}

/** Decides about one service of the catalogue. A change doesn't affect appointments that were booked before. */
export const serviceDecider: Decider<ServiceCommand, ServiceEvent, ServiceState> = {
  streams: `${SERVICE}-`,
  eventTypes: serviceEventTypes,
  initialState: () => ({ status: 'none' }),
  decide,
  evolve,
  resultOf: () => null,
};
