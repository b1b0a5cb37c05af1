import type { Before } from '../../src/contracts/customers/visits.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import {
  type CardContacts,
  CUSTOMER,
  type CustomerEvent,
  customerEventTypes,
  idOfCustomer,
  MERGES,
  mergesEventTypes,
  shownBefore,
} from '../../src/features/customers/events.ts';
import { contactsIn } from '../../src/salon/matched-contacts.ts';
import { plain, searchTextOf } from '../../src/salon/search-text.ts';
import { defineTable, type ProjectedEvent, type Projection, sqlName } from '../engine/projection.ts';

/** One customer's card; an erased one has no row. */
export type CustomerRow = {
  readonly id: string;
  /** Null, like the other personal columns, once the key was shredded. */
  readonly name: string | null;
  /** Those in use first; one may be there more than once. */
  readonly emails: CardContacts['emails'];
  readonly phones: CardContacts['phones'];
  readonly birthday_month: number | null;
  readonly birthday_day: number | null;
  readonly notes: string | null;
  /** The visits before an import. */
  readonly before: Before | null;
  readonly sort_name: string;
  readonly search_text: string;
  /** The contacts by which customers may be the same person, each on a line. */
  readonly contacts: string;
  /** UTC instant. */
  readonly created_at: string;
  readonly version: number;
  readonly revision: number;
};

type Card = Pick<
  CustomerRow,
  'name' | 'emails' | 'phones' | 'birthday_month' | 'birthday_day' | 'notes' | 'before'
>;

const NO_CARD: Card = {
  name: null,
  emails: [],
  phones: [],
  birthday_month: null,
  birthday_day: null,
  notes: null,
  before: null,
};

/** The code points by which names are sorted: an entry of an index has room for some 2,700 bytes, and a cursor for 1,000 characters. */
const SORTED_BY = 100;

/** A card with the columns that follow from it. */
const written = (card: Card) => ({
  ...card,
  sort_name: Array.from(plain(card.name ?? ''))
    .slice(0, SORTED_BY)
    .join(''),
  search_text: searchTextOf([card.name ?? '', ...card.emails], card.phones),
  contacts: contactsIn(card).join('\n'),
});

type WithCard = Extract<
  ProjectedEvent<CustomerEvent>,
  { type: 'CustomerRegistered' | 'CustomerImported' | 'CustomerAdded' | 'CustomerChanged' }
>;

function cardOf({ data: { personal } }: WithCard): Card {
  if (personal === ERASED) return NO_CARD;
  const { name, emails, phones, birthdayMonth: birthday_month, birthdayDay: birthday_day, notes } = personal;
  const before = shownBefore(personal.before);
  return { name, emails, phones, birthday_month, birthday_day, notes, before };
}

export const CONTACTS = "string_to_array(contacts, E'\\n')";

const cards = defineTable({
  name: 'customers',
  streams: `${CUSTOMER}-`,
  eventTypes: customerEventTypes,
  key: 'id',
  rowPerStream: true,
  columns: {
    id: 'uuid',
    name: 'text',
    emails: 'json',
    phones: 'json',
    birthday_month: 'smallint',
    birthday_day: 'smallint',
    notes: 'text',
    before: 'json',
    sort_name: 'text',
    search_text: 'text',
    contacts: 'text',
    created_at: 'timestamptz',
    version: 'integer',
    revision: 'integer',
  },
  indexes: ['sort_name, id', 'created_at, id', `using gin (${CONTACTS})`],
  searched: 'search_text',
  keyOf: ({ stream }) => idOfCustomer(stream),
  evolve(row: CustomerRow | undefined, event): CustomerRow | null {
    const revision = Number(event.revision);
    if (row && revision <= row.revision) return row;
    if (
      event.type === 'CustomerRegistered' ||
      event.type === 'CustomerImported' ||
      event.type === 'CustomerAdded'
    ) {
      const id = idOfCustomer(event.stream);
      const created_at = event.type === 'CustomerRegistered' ? event.data.since : event.metadata.at;
      return { id, ...written(cardOf(event)), created_at, version: 1, revision };
    }
    if (!row || event.type === 'CustomerErased') return null;
    const next = { ...row, version: row.version + 1, revision };
    if (event.type === 'CustomerChanged') return { ...next, ...written(cardOf(event)) };
    const { personal } = event.data;
    if (personal === ERASED) return next;
    const { name, birthday_month, birthday_day, notes, before } = row;
    const emails = [...row.emails, ...personal.emails];
    const phones = [...row.phones, ...personal.phones];
    return { ...next, ...written({ name, emails, phones, birthday_month, birthday_day, notes, before }) };
  },
});

/** A merge that stands. */
export type MergeRow = {
  readonly merge_id: string;
  readonly from_id: string;
  readonly into_id: string;
  /** UTC instant. */
  readonly merged_at: string;
};

/** The merges of customers, with the earlier states. */
export const CUSTOMER_MERGES = defineTable({
  name: 'customer_merges',
  streams: MERGES,
  eventTypes: mergesEventTypes,
  key: 'merge_id',
  columns: { merge_id: 'uuid', from_id: 'uuid', into_id: 'uuid', merged_at: 'timestamptz' },
  indexes: ['from_id', 'into_id'],
  versioned: { indexes: [] },
  keyOf: ({ type, data }) => (type === 'CustomersMerged' || type === 'CustomersSplit' ? data.mergeId : null),
  evolve(row: MergeRow | undefined, event): MergeRow | null {
    if (event.type === 'CustomersSplit') return null;
    if (event.type !== 'CustomersMerged') return row ?? null;
    const { mergeId: merge_id, from: from_id, into: into_id } = event.data;
    return { merge_id, from_id, into_id, merged_at: event.metadata.at };
  },
});

type ErasureRow = {
  readonly id: string;
  readonly customer_ids: readonly string[];
};

/** Customers who were erased: they aren't shown from that moment on, before their own streams say so. */
const erasures = defineTable({
  name: 'customer_erasures',
  streams: MERGES,
  eventTypes: mergesEventTypes,
  key: 'id',
  columns: { id: 'uuid', customer_ids: 'json' },
  keyOf: (event) => (event.type === 'CustomersErased' ? event.id : null),
  evolve(row: ErasureRow | undefined, event): ErasureRow | null {
    if (event.type !== 'CustomersErased') return row ?? null;
    return { id: event.id, customer_ids: event.data.customerIds };
  },
});

/** Customers' cards, who is merged into whom, and who is erased. */
export const customers: Projection = {
  name: 'customers',
  version: 6,
  readsPersonal: true,
  tables: [cards, CUSTOMER_MERGES, erasures],
};

/** Names of the live tables. */
export const CUSTOMERS_TABLE = sqlName(customers, cards);
export const MERGES_TABLE = sqlName(customers, CUSTOMER_MERGES);
export const ERASURES_TABLE = sqlName(customers, erasures);
