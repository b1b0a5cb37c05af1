import { z } from 'zod';
import {
  boundedText,
  ChangedNotesField,
  IdPath,
  PositionField,
  StaffEmailField,
  StaffNameField,
  StaffPhoneField,
  UuidField,
} from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { NO_CURSOR, pageLimitField, SearchField } from '../paging.ts';
import { Before, CustomerBooking, LastVisitNote, OtherVisit, SeenSums, Visits } from './visits.ts';

const MONTHS = 12;
const MOST_DAYS = 31;
/** A customer may have so many e-mail addresses, and so many phone numbers, including the first one. */
export const MOST_CONTACTS = 20;
/** Enough for a customer who comes every week for twenty years. */
export const MOST_HISTORY = 1_000;

const ONE = { caller: 'admin', roles: 'desk', area: 'customers', params: IdPath } as const;
const Instant = z.iso.datetime();

/** A customer as a line of a list. */
export const CustomerSummary = z.object({
  id: UuidField,
  name: z.string(),
  email: z.string().nullable(),
  /** The phone number as it was typed. */
  phone: z.string().nullable(),
  birthday_month: z.int().min(1).max(MONTHS).nullable(),
  birthday_day: z.int().min(1).max(MOST_DAYS).nullable(),
  /** UTC instant of their first booking. */
  created_at: Instant,
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

/** All that is on a customer's card. */
export const CustomerCard = CustomerSummary.extend({
  /** Other contacts that the customer has booked with, the oldest first. */
  other_emails: z.array(z.string()),
  other_phones: z.array(z.string()),
  notes: z.string().nullable(),
  /** In `getCustomer`, that of all who are merged with them, too. */
  before: Before.nullable(),
});

/** Other contacts that a customer has booked with, the oldest first. */
const OTHER_CONTACTS = { other_emails: true, other_phones: true } as const;

/** A customer who was merged into another. The merge can be undone by its `merge_id`. */
const MergedCustomer = CustomerSummary.extend({
  ...CustomerCard.pick(OTHER_CONTACTS).shape,
  merge_id: UuidField,
  /** The customer they were merged into: the one shown, or another one in `merged`. */
  into: UuidField,
  merged_at: Instant,
});
export type MergedCustomer = z.infer<typeof MergedCustomer>;

/** Another customer who has a contact of this one, or of one merged into this one, and may therefore be the same person. */
const SamePerson = CustomerSummary.extend({
  ...CustomerCard.pick(OTHER_CONTACTS).shape,
  ...Visits.shape,
  /** The contacts that both have. */
  why: z.array(z.object({ contact: z.enum(['email', 'phone']), value: z.string() })).min(1),
});
export type SamePerson = z.infer<typeof SamePerson>;

/** A customer as the profile shows them. */
export const Customer = CustomerCard.extend({
  /** The sums of this customer and of all who are merged with them. */
  ...SeenSums.shape,
  last_visit_note: LastVisitNote.nullable(),
  /** The customer whom this one was merged into, directly or through others; null for one who stands alone. */
  merged_into: z.object({ id: UuidField, name: z.string() }).nullable(),
  /** All who were merged into this one, directly or through others. */
  merged: z.array(MergedCustomer),
  same_person: z.array(SamePerson),
  /** Bookings of this customer and of all who are merged with them, the latest first. */
  service_history: z.array(CustomerBooking).max(MOST_HISTORY),
  /** Number of all bookings, which may be more than `service_history` has room for. */
  service_history_total: z.int().min(0),
  /** Only for a stylist, whose own visits alone are in `service_history`: the visits with others, the latest first. */
  other_visits: z.array(OtherVisit).optional(),
});
export type Customer = z.infer<typeof Customer>;

const SORTS = [
  'name',
  'match',
  '-created_at',
  'birthday',
  '-last_visit',
  'next_visit',
  '-visits',
  '-spent_cents',
] as const;

const NO_MONTH = 'Must be a month from 1 to 12.';

const ListQuery = z.object({
  search: SearchField,
  birthday_month: boundedText(2, NO_MONTH)
    .regex(/^(?:[1-9]|1[0-2])$/, NO_MONTH)
    .transform(Number)
    .optional(),
  /**
   * `match`: by name, those first whose names begin with what is searched for. `birthday`: by the day of the month. Customers without
   * a value to sort by come last.
   */
  sort: z.enum(SORTS, `Must be one of ${SORTS.join(', ')}.`).default('name'),
  limit: pageLimitField(100, 50),
  /** `next_cursor` of the page before, which was read with the same search, month and sort. */
  cursor: boundedText(1_000, NO_CURSOR)
    .regex(/^[\w-]{1,1000}$/, NO_CURSOR)
    .optional(),
});
export type CustomerListQuery = z.output<typeof ListQuery>;

/** A customer in the list of all, with what the bookings of all who are merged with them come to. */
export const ListedCustomer = CustomerSummary.extend({ ...SeenSums.shape, before: Before.nullable() });
export type ListedCustomer = z.infer<typeof ListedCustomer>;

export const CustomerList = z.object({
  /** Customers who are merged into another are left out. If a search finds one of them, it lists the other. */
  customers: z.array(ListedCustomer),
  /** Number of customers on all pages; null on pages after the first. */
  total: z.int().min(0).nullable(),
  /** Null on the last page. Clients must not interpret it. */
  next_cursor: z.string().nullable(),
});
export type CustomerList = z.infer<typeof CustomerList>;

const ContactList = <Field extends z.ZodType>(field: Field, error: string) =>
  z.array(field, error).max(MOST_CONTACTS - 1, { error, abort: true });

const longestMonth = (month: number) => new Date(Date.UTC(2024, month, 0)).getUTCDate();

/** A birthday as staff enter it. `POSSIBLE_BIRTHDAY` refines an object with these fields. */
export const BIRTHDAY_FIELDS = {
  birthday_month: z
    .int('birthday-month-invalid')
    .min(1, 'birthday-month-invalid')
    .max(MONTHS, 'birthday-month-invalid')
    .nullable(),
  birthday_day: z
    .int('birthday-day-invalid')
    .min(1, 'birthday-day-invalid')
    .max(MOST_DAYS, 'birthday-day-invalid')
    .nullable(),
};

interface Birthday {
  readonly birthday_month?: number | null | undefined;
  readonly birthday_day?: number | null | undefined;
}

export const POSSIBLE_BIRTHDAY = [
  ({ birthday_month: month, birthday_day: day }: Birthday) => !month || !day || day <= longestMonth(month),
  { path: ['birthday_day'], error: 'birthday-impossible' },
] satisfies [unknown, unknown];

export const CARD_PROBLEMS = [
  'customer-name-too-short',
  'customer-email-invalid',
  'customer-phone-invalid',
  'birthday-month-invalid',
  'birthday-day-invalid',
  'birthday-impossible',
] as const;

/** A change of a customer. Fields that are left out stay as they are. */
const ChangeCustomer = z
  .object({
    name: StaffNameField,
    email: StaffEmailField,
    /** Null removes the phone number. */
    phone: StaffPhoneField.nullable(),
    other_emails: ContactList(StaffEmailField.unwrap(), 'Must be a list of at most 19 email addresses.'),
    other_phones: ContactList(StaffPhoneField, 'Must be a list of at most 19 phone numbers.'),
    ...BIRTHDAY_FIELDS,
    notes: ChangedNotesField,
  })
  .partial()
  .refine(...POSSIBLE_BIRTHDAY);

/** The result of a change to one customer. */
const Changed = z.object({ id: UuidField, position: PositionField });

export const listCustomers = defineOperation({
  method: 'get',
  path: '/api/admin/customers',
  summary: 'Customers with their visits, by name, birthday or another order',
  caller: 'admin',
  roles: 'desk',
  area: 'customers',
  query: ListQuery,
  answer: { status: 200, body: CustomerList },
  isProjected: true,
});

export const getCustomer = defineOperation({
  ...ONE,
  roles: 'all',
  method: 'get',
  path: '/api/admin/customers/{id}',
  summary: 'A customer with their visits and service history',
  answer: { status: 200, body: Customer },
  isProjected: true,
  problems: ['customer-not-found'],
});

export const changeCustomer = defineOperation({
  ...ONE,
  method: 'patch',
  path: '/api/admin/customers/{id}',
  summary: "Change a customer's card",
  body: ChangeCustomer,
  /** `version` is the version after the change, the same as in the `ETag`. */
  answer: { status: 200, body: Changed.extend({ version: z.int().positive() }) },
  command: 'change-customer',
  problems: [...CARD_PROBLEMS, 'customer-not-found'],
});

export const eraseCustomer = defineOperation({
  ...ONE,
  roles: 'owners',
  method: 'post',
  path: '/api/admin/customers/{id}/erase',
  summary: 'Erase a customer, all who are merged with them, and what their bookings say about them',
  area: null,
  /** All customers who are erased. The personal data in their bookings is erased within moments. */
  answer: { status: 200, body: z.object({ erased: z.array(UuidField).min(1), position: PositionField }) },
  command: 'erase-customer',
  problems: ['customer-not-found', 'import-may-hold'],
});

export const mergeCustomer = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/customers/{id}/merge',
  summary: 'Merge a customer into another: both are one person',
  body: z.object({ into: UuidField }),
  answer: {
    status: 200,
    body: Changed.extend({
      merge_id: UuidField,
      /** The customer that the request names, or the one that this customer was merged into before. */
      into: UuidField,
    }),
  },
  command: 'merge-customer',
  problems: ['customer-not-found', 'same-customer', 'already-merged'],
});

export const splitCustomer = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/customers/{id}/split',
  summary: 'Take a merge back: both customers have exactly what they had',
  body: z.object({ merge_id: UuidField }),
  /** `id` is that of the customer who is separate again. */
  answer: { status: 200, body: Changed },
  command: 'split-customer',
  problems: ['customer-not-found', 'not-merged'],
});

export const linkBooking = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/customer',
  summary: "Say whose appointment it is, where it was taken for another customer's",
  body: z.object({ customer_id: UuidField }),
  answer: { status: 200, body: Changed },
  command: 'link-booking',
  problems: ['booking-not-found', 'customer-not-found', 'not-linked-yet'],
});
