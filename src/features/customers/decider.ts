import { ERASED } from '../../eventsourcing/event-types.ts';
import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { distinctEmails, distinctPhones, type Phone } from '../../salon/contacts.ts';
import { broken } from '../rule-broken.ts';
import { type Card, type CardContacts, CUSTOMER, type CustomerEvent, customerEventTypes } from './events.ts';

/** Changes of a card. Fields that are left out stay as they are. */
export interface CardChange {
  readonly name?: string | undefined;
  /** The e-mail to use. Null removes it, so that the first of the other e-mails is used. */
  readonly email?: string | null | undefined;
  readonly phone?: Phone | null | undefined;
  readonly otherEmails?: readonly string[] | undefined;
  readonly otherPhones?: readonly Phone[] | undefined;
  readonly birthdayMonth?: number | null | undefined;
  readonly birthdayDay?: number | null | undefined;
  readonly notes?: string | null | undefined;
}

/** The card is `ERASED` if the key is already shredded but the event that says so hasn't been read yet. */
export type CustomerState =
  | { readonly status: 'none' | 'erased' }
  | {
      readonly status: 'registered';
      readonly card: Card | typeof ERASED;
      readonly version: number;
      /** Whether anything but the name of a walk-in was ever changed. */
      readonly isEdited: boolean;
      /** The import that the customer comes from, if any. */
      readonly importId?: string;
    };

export interface ChangeCustomer {
  readonly kind: 'ChangeCustomer';
  readonly change: CardChange;
}

/** The stream's first command, where no booking and no file brings the customer. */
export interface AddCustomer {
  readonly kind: 'AddCustomer';
  readonly card: Card;
}

/** Says who a customer is whom a booking has brought; a card that has changed since stays. */
export interface NameCustomer {
  readonly kind: 'NameCustomer';
  readonly card: Card;
}
export type CustomerCommand = ChangeCustomer | AddCustomer | NameCustomer;

const first = <Item>(given: Item | null | undefined, known: readonly Item[]): readonly Item[] => {
  if (given === undefined) return known.slice(0, 1);
  return given === null ? [] : [given];
};

/** The card with what staff have changed. */
function changed(card: Card, change: CardChange): Card {
  const { name = card.name, email, phone, otherEmails, otherPhones, notes = card.notes } = change;
  const { birthdayMonth = card.birthdayMonth, birthdayDay = card.birthdayDay } = change;
  return {
    name,
    emails: distinctEmails([...first(email, card.emails), ...(otherEmails ?? card.emails.slice(1))]),
    phones: distinctPhones([...first(phone, card.phones), ...(otherPhones ?? card.phones.slice(1))]),
    birthdayMonth,
    birthdayDay,
    notes,
    ...(card.before && { before: card.before }),
  };
}

function decide(command: CustomerCommand, state: CustomerState): CustomerEvent[] {
  if (command.kind === 'AddCustomer') {
    // The stream's id derives from the command, so nothing else can be in it.
    if (state.status !== 'none') throw new Error('a customer was added twice');
    return [{ type: 'CustomerAdded', data: { personal: command.card } }];
  }
  if (command.kind === 'NameCustomer') {
    if (state.status !== 'registered' || state.card === ERASED || state.isEdited) return [];
    return [
      { type: 'CustomerChanged', data: { version: state.version + 1, personal: command.card, named: true } },
    ];
  }
  if (state.status !== 'registered' || state.card === ERASED) throw broken('customer-not-found');
  const { card, version } = state;
  return [
    { type: 'CustomerChanged', data: { version: version + 1, personal: changed(card, command.change) } },
  ];
}

function learnt(card: Card | typeof ERASED, contacts: CardContacts | typeof ERASED): Card | typeof ERASED {
  if (card === ERASED || contacts === ERASED) return card;
  return {
    ...card,
    emails: distinctEmails([...card.emails, ...contacts.emails]),
    phones: distinctPhones([...card.phones, ...contacts.phones]),
  };
}

function evolve(state: CustomerState, event: CustomerEvent): CustomerState {
  if (event.type === 'CustomerErased') return { status: 'erased' };
  if (
    event.type === 'CustomerRegistered' ||
    event.type === 'CustomerImported' ||
    event.type === 'CustomerAdded'
  ) {
    if (state.status !== 'none')
      throw new Error(`${event.type} can't follow a customer that is ${state.status}`);
    const first = { status: 'registered', card: event.data.personal, version: 1, isEdited: false } as const;
    return event.type === 'CustomerImported' ? { ...first, importId: event.data.importId } : first;
  }
  if (state.status !== 'registered')
    throw new Error(`${event.type} can't follow a customer that is ${state.status}`);
  const version = state.version + 1;
  return event.type === 'CustomerChanged'
    ? { ...state, version, isEdited: state.isEdited || !event.data.named, card: event.data.personal }
    : { ...state, version, isEdited: true, card: learnt(state.card, event.data.personal) };
}

/** Decides about one customer's card. The registrar registers the customer and adds contacts, or an import brings them; staff add customers and change cards. */
export const customerDecider: Decider<CustomerCommand, CustomerEvent, CustomerState, number> = {
  streams: `${CUSTOMER}-`,
  eventTypes: customerEventTypes,
  uncounted: ['CustomerErased'],
  discriminatorOf: ({ type, data }) => (type === 'CustomerChanged' ? String(data.version) : undefined),
  initialState: () => ({ status: 'none' }),
  decide,
  evolve,
  // The result is the new version, since nothing else follows from the command.
  resultOf: (_, state) => (state.status === 'registered' ? state.version : 0),
};
