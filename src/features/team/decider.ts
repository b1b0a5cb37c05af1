import { isDeepStrictEqual } from 'node:util';
import { ERASED } from '../../eventsourcing/event-types.ts';
import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { FIRST } from '../../salon/parts.ts';
import type { StylistWeek } from '../../salon/team.ts';
import { givenFields } from '../given-fields.ts';
import { broken } from '../rule-broken.ts';
import {
  type Card,
  type CardChange,
  FIRST_CARD,
  type RecordedCard,
  STYLIST,
  type StylistEvent,
  stylistEventTypes,
} from './events.ts';

/** The state of one stylist. The first one is active as long as nothing is recorded about them. */
export interface StylistState {
  readonly status: 'none' | 'active' | 'inactive' | 'erased';
  readonly card: RecordedCard;
  readonly week: StylistWeek | null;
}

export type StylistCommand = { readonly stylistId: string } & (
  | { readonly kind: 'AddStylist'; readonly card: Card }
  | { readonly kind: 'ChangeStylist'; readonly change: CardChange }
  | { readonly kind: 'SetStylistHours'; readonly week: StylistWeek | null }
  | { readonly kind: 'ActivateStylist' | 'DeactivateStylist' | 'EraseStylist' }
);

const recordedCard = ({ name, title, ...card }: Card): RecordedCard => ({
  personal: { name, title },
  ...card,
});

function changed({ personal, ...card }: RecordedCard, change: CardChange): RecordedCard {
  if (personal === ERASED) throw broken('stylist-not-found');
  return recordedCard({ ...card, ...personal, ...givenFields(change) });
}

function decide(command: StylistCommand, state: StylistState): StylistEvent[] {
  const { status, card } = state;
  if (command.kind === 'AddStylist') {
    if (status !== 'none') throw broken('stylist-not-found');
    return [{ type: 'StylistAdded', data: recordedCard(command.card) }];
  }
  if (status === 'erased' || (status === 'none' && command.stylistId !== FIRST))
    throw broken('stylist-not-found');
  const isActive = status !== 'inactive';
  switch (command.kind) {
    case 'ChangeStylist': {
      const after = changed(card, command.change);
      return isDeepStrictEqual(card, after) ? [] : [{ type: 'StylistChanged', data: after }];
    }
    case 'SetStylistHours': {
      const week = command.week && [...command.week].map((day) => ({ ...day, windows: [...day.windows] }));
      return isDeepStrictEqual(state.week, week) ? [] : [{ type: 'StylistHoursSet', data: { week } }];
    }
    case 'ActivateStylist':
      return isActive ? [] : [{ type: 'StylistActivated', data: {} }];
    case 'DeactivateStylist':
      return isActive ? [{ type: 'StylistDeactivated', data: {} }] : [];
    case 'EraseStylist':
      if (isActive) throw broken('stylist-active');
      return [{ type: 'StylistErased', data: {} }];
  }
}

function evolve(state: StylistState, event: StylistEvent): StylistState {
  if (state.status === 'erased' || (event.type === 'StylistAdded' && state.status !== 'none'))
    throw new Error(`${event.type} can't follow a stylist who is ${state.status}`);
  const begun = { ...state, status: state.status === 'none' ? ('active' as const) : state.status };
  switch (event.type) {
    case 'StylistAdded':
    case 'StylistChanged':
      return { ...begun, card: event.data };
    case 'StylistHoursSet':
      return { ...begun, week: event.data.week };
    case 'StylistActivated':
      return { ...begun, status: 'active' };
    case 'StylistDeactivated':
      return { ...begun, status: 'inactive' };
    case 'StylistErased':
      return { ...begun, status: 'erased' };
  }
}

/** Decides about one stylist. Appointments that they have stay as they are. */
export const stylistDecider: Decider<StylistCommand, StylistEvent, StylistState> = {
  streams: `${STYLIST}-`,
  eventTypes: stylistEventTypes,
  initialState: () => ({
    status: 'none',
    card: FIRST_CARD,
    week: null,
  }),
  decide,
  evolve,
  resultOf: () => null,
};
