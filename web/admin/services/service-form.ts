import { z } from 'zod';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { type AdminService, PriceField } from '../../../src/contracts/salon/admin-services.ts';
import { GROUP_OF_CATEGORY, PUBLIC_GROUPS, SERVICE_CATEGORIES } from '../../../src/contracts/salon/groups.ts';
import { DAY_MINUTES } from '../../../src/salon/time-text.ts';
import type { ComparedField } from '../ui/conflict-notice.tsx';
import { problemText } from '../ui/form/problem-text.ts';
import { centsText } from '../ui/number-text.ts';
import type { Offer } from './commands.ts';

/** The raw values of the fields. */
export const TypedService = z.object({
  name: z
    .string()
    .refine((text) => text.trim() !== '', PROBLEMS['service-name-required'].detail)
    .max(200, 'The name may have at most 200 characters.'),
  description: z.string().max(2000, 'The description may have at most 2000 characters.'),
  category: z.enum(SERVICE_CATEGORIES),
  public_group: z.enum(PUBLIC_GROUPS),
  price: z.string().superRefine((text, { addIssue }) => {
    const [issue] = PriceField.safeParse(centsOf(text)).error?.issues ?? [];
    if (issue) addIssue(problemText(issue.message));
  }),
  price_text: z.string().max(100, 'The price text may have at most 100 characters.'),
  duration: z
    .string()
    .refine((text) => /^\d+$/.test(text.trim()), PROBLEMS['invalid-duration'].detail)
    .refine((text) => Number(text) >= 15 && Number(text) % 15 === 0, PROBLEMS['invalid-duration'].detail)
    .refine((text) => Number(text) <= DAY_MINUTES, 'The duration may be at most a day.'),
  active: z.boolean(),
});
export type TypedService = z.infer<typeof TypedService>;

/** Converts dollars to cents; null if it is negative, no number, or has fractions of a cent. */
export const centsOf = (text: string): number | null =>
  /^(\d+\.?|\d*\.\d{1,2}0*)$/.test(text.trim()) ? Math.round(Number(text) * 100) : null;

/** The initial values for a new service. */
export const NEW_SERVICE: TypedService = {
  name: '',
  description: '',
  category: 'Hair Styling',
  public_group: GROUP_OF_CATEGORY['Hair Styling'],
  price: '',
  price_text: '',
  duration: '60',
  active: true,
};

export const typedOf = (service: AdminService): TypedService => ({
  name: service.name,
  description: service.description,
  category: service.category,
  public_group: service.public_group,
  price: (service.price_cents / 100).toFixed(2),
  price_text: service.price_text ?? '',
  duration: String(service.duration_minutes),
  active: service.active,
});

/** Converts valid fields to the request's body. */
export const offerOf = ({ price, duration, price_text, ...typed }: TypedService): Offer => ({
  ...typed,
  name: typed.name.trim(),
  description: typed.description.trim(),
  price_text: price_text.trim() || null,
  price_cents: centsOf(price) ?? 0,
  duration_minutes: Number(duration),
});

/** The fields that are compared after somebody else has changed the service. */
export const SERVICE_FIELDS: readonly ComparedField<AdminService>[] = [
  ['Name', ({ name }) => name],
  ['Description', ({ description }) => description],
  ['Category', ({ category }) => category],
  ['Group on the website', ({ public_group }) => public_group],
  ['Price', ({ price_cents }) => centsText(price_cents)],
  ['Price text', ({ price_text }) => price_text ?? ''],
  ['Duration', ({ duration_minutes }) => `${duration_minutes} minutes`],
  ['Active', ({ active }) => (active ? 'yes' : 'no')],
];
