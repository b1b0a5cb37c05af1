import type { AdminService } from '../../../src/contracts/salon/admin-services.ts';
import { GROUP_OF_CATEGORY } from '../../../src/contracts/salon/groups.ts';
import type { Gap } from '../../../src/salon/parts.ts';
import type { ComparedField } from '../ui/conflict-callout.tsx';
import { centsOf } from '../ui/form/typed-cents.ts';
import { centsText } from '../ui/number-text.ts';

/** The raw values of the fields. */
export type TypedService = Pick<
  AdminService,
  'name' | 'description' | 'category' | 'public_group' | 'active'
> &
  Readonly<Record<'price' | 'price_text' | 'duration' | 'free_after' | 'free_for', string>>;

/** The initial values for a new service. */
export const NEW_SERVICE: TypedService = {
  name: '',
  description: '',
  category: 'Hair Styling',
  public_group: GROUP_OF_CATEGORY['Hair Styling'],
  price: '',
  price_text: '',
  duration: '60',
  free_after: '',
  free_for: '',
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
  free_after: service.gap ? String(service.gap.start) : '',
  free_for: service.gap ? String(service.gap.end - service.gap.start) : '',
  active: service.active,
});

/** Converts the fields to the request's body; what is no price or duration is for the schema to refuse. */
export const offerOf = ({ price, duration, free_after, free_for, ...typed }: TypedService) => ({
  ...typed,
  price_cents: centsOf(price),
  duration_minutes: duration.trim() === '' ? null : Number(duration),
  gap: gapOf({ free_after, free_for }),
});

/** The gap that is typed; null where nothing is. */
export function gapOf({ free_after, free_for }: Pick<TypedService, 'free_after' | 'free_for'>): Gap | null {
  if (free_after.trim() === '' && free_for.trim() === '') return null;
  return { start: Number(free_after), end: Number(free_after) + Number(free_for) };
}

/** The form's field for each field of the API that has another name. */
export const FIELDS = {
  price_cents: 'price',
  duration_minutes: 'duration',
  'gap.start': 'free_after',
  gap: 'free_for',
} as const;

/** The fields that are compared after somebody else has changed the service. */
export const SERVICE_FIELDS: readonly ComparedField<AdminService>[] = [
  ['Name', ({ name }) => name],
  ['Description', ({ description }) => description],
  ['Category', ({ category }) => category],
  ['Group on the website', ({ public_group }) => public_group],
  ['Price', ({ price_cents }) => centsText(price_cents)],
  ['Price text', ({ price_text }) => price_text ?? ''],
  ['Duration', ({ duration_minutes }) => `${duration_minutes} minutes`],
  ['Stylist is free', ({ gap }) => (gap ? `from minute ${gap.start} to ${gap.end}` : 'never')],
  ['Active', ({ active }) => (active ? 'yes' : 'no')],
];
