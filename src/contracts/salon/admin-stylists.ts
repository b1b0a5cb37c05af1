import { z } from 'zod';
import { countCharacters } from '../../salon/characters.ts';
import { AcknowledgedQuery, AffectedBooking, AffectedBookings } from '../bookings/affected-bookings.ts';
import { lineField, NEW_VERSION, ServiceIdField, StylistIdField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { WeekdaysField } from './admin-hours.ts';
import { PriceField } from './admin-services.ts';
import { Portrait, StylistService, StylistWeek } from './stylists.ts';

/** A stylist as staff see them. */
export const AdminStylist = z.object({
  /** `first` for the one whom the salon has from its beginning, else a UUID. */
  id: StylistIdField,
  /** Null once it was erased. */
  name: z.string().nullable(),
  /** Such as `Color specialist`; empty for none. */
  title: z.string(),
  /** Null for all that the salon offers. */
  services: z.array(StylistService).nullable(),
  /** The place in the salon's order. */
  order: z.number(),
  /** Whether visitors can book them. */
  online: z.boolean(),
  active: z.boolean(),
  /** True once the name was erased; they never come back. */
  erased: z.boolean(),
  /** Null where the salon's hours count. */
  week: StylistWeek.nullable(),
  picture: Portrait.nullable(),
  /** How many appointments they have from now on. */
  ahead: z.int().min(0),
  /** Sent in quotation marks as the ETag and as the value for `If-Match`. */
  version: z.int(),
});
export type AdminStylist = z.infer<typeof AdminStylist>;

const MOST_SERVICES = 500;

const NAME = 'Please enter a name of 2 to 60 characters.';
const TITLE = 'The title may have at most 60 characters.';
const SERVICES = `Must be null, or a list of at most ${MOST_SERVICES} services, each once.`;
const ORDER = 'Must be a number from -1,000,000 to 1,000,000.';
const ONLINE = 'Must be true or false.';
const MOST_MINUTES = 480;

const MinutesField = z
  .int('invalid-duration')
  .min(15, 'invalid-duration')
  .multipleOf(15, 'invalid-duration')
  .max(MOST_MINUTES, `A service takes at most ${MOST_MINUTES / 60} hours.`);

const Card = z.object({
  name: lineField(60, NAME).refine((name) => countCharacters(name) >= 2, NAME),
  title: lineField(60, TITLE),
  services: z
    .array(
      z.object({ id: ServiceIdField, minutes: MinutesField.optional(), price_cents: PriceField.optional() }),
      SERVICES,
    )
    .min(1, 'Please choose at least one service, or all.')
    .max(MOST_SERVICES, { error: SERVICES, abort: true })
    .refine((services) => new Set(services.map(({ id }) => id)).size === services.length, SERVICES)
    .nullable(),
  online: z.boolean(ONLINE),
});

export const AddStylist = Card.extend({
  title: Card.shape.title.default(''),
  services: Card.shape.services.default(null),
  online: Card.shape.online.default(true),
});

/** Fields that are left out stay as they are. */
export const ChangeStylist = Card.extend({
  /** A fraction lets them stand between two others. */
  order: z.number(ORDER).min(-1_000_000, ORDER).max(1_000_000, ORDER),
}).partial();

export const StylistHours = z.object({
  /** The weekdays on which they work; null for the salon's hours. */
  week: WeekdaysField.nullable(),
});

const ONE = {
  caller: 'admin',
  roles: 'owners',
  area: 'settings',
  params: z.object({ id: StylistIdField }),
} as const;

/** The result of a command on a stylist. */
const StylistAnswer = z.object({ id: StylistIdField, ...NEW_VERSION });

const CARD_PROBLEMS = ['unknown-service', 'invalid-duration', 'invalid-price'] as const;

export const listAdminStylists = defineOperation({
  method: 'get',
  path: '/api/admin/stylists',
  summary: 'All stylists in the salon’s order, and after them those who take no appointments any more',
  caller: 'admin',
  roles: 'all',
  area: 'settings',
  answer: { status: 200, body: z.object({ stylists: z.array(AdminStylist) }) },
  isProjected: true,
});

export const addStylist = defineOperation({
  method: 'post',
  path: '/api/admin/stylists',
  summary: 'Add a stylist',
  caller: 'admin',
  roles: 'owners',
  area: 'settings',
  body: AddStylist,
  answer: { status: 201, body: StylistAnswer },
  command: 'add-stylist',
  problems: [...CARD_PROBLEMS, 'stylists-full'],
});

export const changeStylist = defineOperation({
  ...ONE,
  method: 'patch',
  path: '/api/admin/stylists/{id}',
  summary: 'Change a stylist; appointments keep what they were booked with',
  body: ChangeStylist,
  answer: { status: 200, body: StylistAnswer },
  command: 'change-stylist',
  problems: [...CARD_PROBLEMS, 'stylist-not-found'],
});

export const setStylistHours = defineOperation({
  ...ONE,
  method: 'patch',
  path: '/api/admin/stylists/{id}/hours',
  summary: 'Set the weekly hours of a stylist, within the salon’s. Appointments outside them stay',
  query: AcknowledgedQuery,
  body: StylistHours,
  answer: { status: 200, body: StylistAnswer },
  command: 'set-stylist-hours',
  problems: ['stylist-not-found', 'appointments-outside-hours'],
});

export const activateStylist = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/stylists/{id}/activate',
  summary: 'Give appointments to a stylist again',
  answer: { status: 200, body: StylistAnswer },
  command: 'activate-stylist',
  problems: ['stylist-not-found', 'stylists-full'],
});

export const deactivateStylist = defineOperation({
  ...ONE,
  // The answer names customers.
  area: null,
  method: 'post',
  path: '/api/admin/stylists/{id}/deactivate',
  summary:
    'Give no more appointments to a stylist. Those that they have stay, and are named to be handed over',
  answer: {
    status: 200,
    body: StylistAnswer.extend({
      /** Their appointments from now on, the earliest first, at most 100. */
      ahead: z.array(AffectedBooking),
    }),
  },
  command: 'deactivate-stylist',
  problems: ['stylist-not-found', 'last-stylist'],
});

export const eraseStylist = defineOperation({
  ...ONE,
  area: null,
  method: 'post',
  path: '/api/admin/stylists/{id}/erase',
  summary:
    'Erase the name, title and picture of a stylist who takes no appointments any more, for good, in the history as well',
  answer: { status: 200, body: StylistAnswer },
  command: 'erase-stylist',
  problems: ['stylist-not-found', 'stylist-active'],
});

export const listAhead = defineOperation({
  ...ONE,
  roles: 'desk',
  area: 'bookings',
  method: 'get',
  path: '/api/admin/stylists/{id}/ahead',
  summary: 'The appointments that a stylist has from now on',
  answer: { status: 200, body: AffectedBookings },
  isProjected: true,
  problems: ['stylist-not-found'],
});
