import { beforeText } from '../../../src/contracts/customers/visits-before.ts';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import {
  type Card,
  type CardContacts,
  type CustomerEvent,
  type MergesEvent,
  shownBefore,
} from '../../../src/features/customers/events.ts';
import { MONTHS } from '../../../src/salon/date-text.ts';
import type { Fields, Tell } from './fields.ts';

const listOf = (value: Fields[string] | undefined): readonly string[] => (Array.isArray(value) ? value : []);

const contactsOf = ({ emails, phones }: CardContacts): { emails: string[]; phones: string[] } => ({
  emails: [...emails],
  phones: phones.map(({ phone }) => phone),
});

/** `February 3`, or the one half of it that is known. */
function birthdayOf({ birthdayMonth: month, birthdayDay: day }: Card): string | null {
  if (month === null) return day === null ? null : `Day ${day}`;
  const name = MONTHS[month - 1] ?? '';
  return day === null ? name : `${name} ${day}`;
}

const cardOf = (card: Card): Fields => ({
  name: card.name,
  ...contactsOf(card),
  birthday: birthdayOf(card),
  notes: card.notes,
  ...(card.before && { before: beforeText(shownBefore(card.before)) }),
});

/** A customer's card. */
export const tellCustomer: Tell<CustomerEvent> = (event, before) => {
  switch (event.type) {
    case 'CustomerRegistered': {
      const { bookingId, personal } = event.data;
      return { fields: personal === ERASED ? {} : cardOf(personal), named: { booking_id: bookingId } };
    }
    case 'CustomerContactAdded': {
      const { bookingId, personal } = event.data;
      const named = { booking_id: bookingId };
      if (personal === ERASED) return { named };
      const learnt = contactsOf(personal);
      const { emails, phones } = before();
      return {
        named,
        fields: {
          ...before(),
          emails: [...listOf(emails), ...learnt.emails],
          phones: [...listOf(phones), ...learnt.phones],
        },
      };
    }
    case 'CustomerImported':
    case 'CustomerAdded':
    case 'CustomerChanged':
      return event.data.personal === ERASED ? {} : { fields: cardOf(event.data.personal) };
    case 'CustomerErased':
      return {};
  }
};

/** Tells which customers are the same person, each merge by its id. */
export const tellMerges: Tell<MergesEvent> = (event, before) => {
  switch (event.type) {
    case 'CustomersMerged': {
      const { mergeId, from, into } = event.data;
      const named = { customer_id: from, merged_into: into };
      return { key: mergeId, fields: named, named };
    }
    case 'CustomersSplit':
      return { key: event.data.mergeId, named: before(event.data.mergeId) };
    case 'CustomersErased':
      return event.data.importId === undefined
        ? { named: { customer_ids: [...event.data.customerIds] } }
        : {};
    case 'ImportFinished':
      return { key: event.data.importId, fields: { imported: event.data.imported } };
    case 'ImportStarted':
    case 'ImportUndone':
    case 'ImportUndoClosed':
      return { key: event.data.importId, fields: before(event.data.importId) };
  }
};
