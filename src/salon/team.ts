import { FIRST, type Gap, isGap, type Lasting, type Stretch, timeOf } from './parts.ts';
import { type Interval, within } from './slots.ts';
import type { Minutes } from './time-text.ts';

/** A service as one stylist does it. Without own minutes or an own price, the catalogue's count. */
export interface StylistService {
  readonly id: string;
  readonly minutes?: Minutes | undefined;
  readonly priceCents?: number | undefined;
}

/** Windows by weekday, 0 for Sunday to 6 for Saturday; a weekday without any is left out. */
export type StylistWeek = readonly {
  readonly dayOfWeek: number;
  readonly windows: readonly Interval[];
}[];

/** A stylist, without the name and the words about them. */
export interface Stylist {
  readonly id: string;
  /** Null for all that the salon offers. */
  readonly services: readonly StylistService[] | null;
  /** The place in the salon's order. */
  readonly order: number;
  /** Whether visitors may book them. */
  readonly isOnline: boolean;
  readonly isActive: boolean;
  /** Null where the salon's hours count. */
  readonly week: StylistWeek | null;
}

/** By which rule somebody who asks for no stylist gets one, among those who are free: the first of the salon's order, or the one with the fewest taken minutes that day. */
export const STYLIST_CHOICES = ['in_order', 'fewest_minutes'] as const;
export type StylistChoice = (typeof STYLIST_CHOICES)[number];

/** The first stylist, until something is recorded about them: they do all, in the salon's hours. */
export const FIRST_STYLIST: Stylist = {
  id: FIRST,
  services: null,
  order: 0,
  isOnline: true,
  isActive: true,
  week: null,
};

/** Compares two stylists for the order in which the salon names them. */
export const inSalonOrder = (
  one: Pick<Stylist, 'id' | 'order'>,
  other: Pick<Stylist, 'id' | 'order'>,
): number => one.order - other.order || (one.id < other.id ? -1 : 1);

/** All stylists in the salon's order; the first one is always among them. @param first as they are until something is recorded about them */
export const withFirst = <S extends Pick<Stylist, 'id' | 'order'>>(
  recorded: readonly S[],
  first: S,
): readonly S[] =>
  (recorded.some(({ id }) => id === FIRST) ? [...recorded] : [first, ...recorded]).sort(inSalonOrder);

/** Whether the salon knows of several, active or not. If it doesn't, no stylist is named anywhere. */
export const isTeam = (stylists: readonly unknown[]): boolean => stylists.length > 1;

/** The stylist's own windows of a weekday; null where the salon's hours count. */
export const ownWindowsOn = (
  { week }: Pick<Stylist, 'week'>,
  dayOfWeek: number,
): readonly Interval[] | null => week && (week.find((day) => day.dayOfWeek === dayOfWeek)?.windows ?? []);

/** A service as this stylist does it; undefined if nothing is said about it. */
export const ownService = (
  { services }: Pick<Stylist, 'services'>,
  serviceId: string,
): StylistService | undefined => services?.find(({ id }) => id === serviceId);

export const doesAll = ({ services }: Pick<Stylist, 'services'>, ids: readonly string[]): boolean =>
  services === null || ids.every((id) => services.some((service) => service.id === id));

/** Visitors choose among the stylists who are bookable online, staff among the active ones. */
export const mayTake = ({ isActive, isOnline }: Stylist, isPublic: boolean): boolean =>
  isActive && (isOnline || !isPublic);

/** Anyone, asked for at an appointment's own time, means somebody else than its stylist, as long as somebody else may take it. */
export function othersThan<S extends Pick<Stylist, 'id'>>(
  stylistId: string,
  able: readonly S[],
): readonly S[] {
  const others = able.filter(({ id }) => id !== stylistId);
  return others.length > 0 ? others : able;
}

/** The windows in which a stylist works, out of the salon's of the date. @param own theirs; null where the salon's count */
export const workingWindows = (
  own: readonly Interval[] | null,
  salon: readonly Interval[],
): readonly Interval[] => (own ? within(own, salon) : salon);

/**
 * The gap of a service as a stylist does it. If their own minutes end before the catalogue's gap does, which may have been set later, they work all the time.
 *
 * @param service with the minutes that it takes
 */
export function gapBy(
  stylist: Pick<Stylist, 'services'> | undefined,
  { id, duration, gap }: Lasting & { readonly id: string },
): Gap | null | undefined {
  const isOwn = stylist !== undefined && ownService(stylist, id)?.minutes === duration;
  return gap && isOwn && !isGap(gap, duration) ? null : gap;
}

/** The time that services take of a stylist, one after the other, from minute 0 on. Own minutes change a service's last stretch. */
export const timeBy = (
  stylist: Pick<Stylist, 'id' | 'services'>,
  services: readonly (Lasting & { readonly id: string })[],
): Stretch =>
  timeOf(
    services.map(({ id, duration, gap }) => {
      const own = { id, duration: ownService(stylist, id)?.minutes ?? duration, gap };
      return { ...own, gap: gapBy(stylist, own) };
    }),
    stylist.id,
  );
