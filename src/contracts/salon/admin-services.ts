import { z } from 'zod';
import { roomFor } from '../../salon/characters.ts';
import { TYPED_EVERY_MINUTES } from '../../salon/starts.ts';
import { DAY_MINUTES } from '../../salon/time-text.ts';
import { boundedText, NEW_VERSION, ServiceIdField, within } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { PUBLIC_GROUPS, SERVICE_CATEGORIES } from './groups.ts';
import { PublicGroup, ServiceCategory, ServiceGap } from './services.ts';

/** A service as staff see it. */
export const AdminService = z.object({
  id: ServiceIdField,
  name: z.string(),
  /** Empty if the service has no description. */
  description: z.string(),
  category: ServiceCategory,
  /** The group of the public list that shows the service. */
  public_group: PublicGroup,
  price_cents: z.int().min(0),
  /** Shown to the public instead of the price; null shows the price. */
  price_text: z.string().nullable(),
  duration_minutes: z.int().positive(),
  /** Null for none. */
  gap: ServiceGap.nullable(),
  active: z.boolean(),
  /** Sent in quotation marks as the ETag and as the value for `If-Match`. */
  version: z.int(),
});
export type AdminService = z.infer<typeof AdminService>;

const NAME = 'The name may have at most 200 characters.';
const DESCRIPTION = 'The description may have at most 2000 characters.';
const PRICE_TEXT = 'The price text may have at most 100 characters.';
/** Higher than any real price, and small enough that sums of prices stay exact. */
const MAX_CENTS = 100_000_000;

const NameField = z
  .string('service-name-required')
  .max(roomFor(200), { error: NAME, abort: true })
  .check(within(200, NAME))
  .trim()
  .min(1, 'service-name-required');
const DescriptionField = boundedText(roomFor(2000), DESCRIPTION).check(within(2000, DESCRIPTION)).trim();
const CategoryField = z.enum(SERVICE_CATEGORIES, 'Must be one of the categories.');
const GroupField = z.enum(PUBLIC_GROUPS, 'Must be one of the public groups.');
export const PriceField = z
  .int('invalid-price')
  .min(0, 'invalid-price')
  .max(MAX_CENTS, 'The price may be at most $1,000,000.00.');
/** A blank text means none. */
const PriceTextField = boundedText(roomFor(100), PRICE_TEXT)
  .check(within(100, PRICE_TEXT))
  .trim()
  .transform((text) => text || null)
  .nullable();
const DurationField = z
  .int('invalid-duration')
  .min(15, 'invalid-duration')
  .multipleOf(15, 'invalid-duration')
  .max(DAY_MINUTES, 'The duration may be at most a day.');
const GapMinutes = z.int('invalid-gap').min(1, 'invalid-gap').multipleOf(TYPED_EVERY_MINUTES, 'invalid-gap');
/** Null for none. */
const GapField = z.object({ start: GapMinutes, end: GapMinutes }, 'invalid-gap').nullable();
const ActiveField = z.boolean('Must be true or false.');

const AddService = z.object({
  name: NameField,
  description: DescriptionField.default(''),
  category: CategoryField.default('Hair Styling'),
  /** If left out, it follows from the category. */
  public_group: GroupField.optional(),
  price_cents: PriceField,
  price_text: PriceTextField.default(null),
  duration_minutes: DurationField.default(60),
  gap: GapField.default(null),
  active: ActiveField.default(true),
});

/** Fields that are left out stay as they are. A new category doesn't change the public group. */
const ChangeService = z.object({
  name: NameField.optional(),
  description: DescriptionField.optional(),
  category: CategoryField.optional(),
  public_group: GroupField.optional(),
  price_cents: PriceField.optional(),
  price_text: PriceTextField.optional(),
  duration_minutes: DurationField.optional(),
  /** It must lie within the duration, with work before and after it. */
  gap: GapField.optional(),
  active: ActiveField.optional(),
});

const ONE = {
  caller: 'admin',
  roles: 'owners',
  area: 'services',
  params: z.object({ id: ServiceIdField }),
} as const;

/** The result of a command on a service. */
const ServiceAnswer = z.object({ id: ServiceIdField, ...NEW_VERSION });

const OFFER_PROBLEMS = ['service-name-required', 'invalid-price', 'invalid-duration', 'invalid-gap'] as const;

export const listAdminServices = defineOperation({
  method: 'get',
  path: '/api/admin/services',
  summary: 'All services, by category, then name',
  caller: 'admin',
  roles: 'all',
  area: 'services',
  answer: { status: 200, body: z.array(AdminService) },
  isProjected: true,
});

export const getAdminService = defineOperation({
  ...ONE,
  roles: 'all',
  method: 'get',
  path: '/api/admin/services/{id}',
  summary: 'One service',
  answer: { status: 200, body: AdminService },
  isProjected: true,
  problems: ['service-not-found'],
});

export const addService = defineOperation({
  method: 'post',
  path: '/api/admin/services',
  summary: 'Add a service',
  caller: 'admin',
  roles: 'owners',
  area: 'services',
  body: AddService,
  answer: { status: 201, body: ServiceAnswer },
  command: 'add-service',
  problems: OFFER_PROBLEMS,
});

export const changeService = defineOperation({
  ...ONE,
  method: 'patch',
  path: '/api/admin/services/{id}',
  summary:
    'Change what a service offers, or whether it is offered; appointments keep what they were booked with',
  body: ChangeService,
  answer: { status: 200, body: ServiceAnswer },
  command: 'change-service',
  problems: [...OFFER_PROBLEMS, 'service-not-found'],
});

export const removeService = defineOperation({
  ...ONE,
  method: 'delete',
  path: '/api/admin/services/{id}',
  summary: 'Remove a service; appointments keep it',
  answer: { status: 200, body: ServiceAnswer },
  command: 'remove-service',
  problems: ['service-not-found'],
});
