import { refuse } from '../../src/http/refusal.ts';
import { doneByStylist, type Stretch, stylistOf } from '../../src/salon/parts.ts';
import {
  doesAll,
  FIRST_STYLIST,
  isTeam,
  mayTake,
  type Stylist,
  timeBy,
  withFirst,
} from '../../src/salon/team.ts';
import type { StylistRow } from './projection.ts';
import type { OfferedService, ServicesAndStylists } from './stored-days.ts';

/** A stylist who may take an appointment, with the time that it takes of them, from minute 0 on. */
export interface Taker {
  readonly stylist: Stylist;
  readonly time: Stretch;
}

/** The stylist asked for, and by whom: visitors choose among other stylists than staff. */
interface Wish {
  readonly isPublic: boolean;
  /** The stylist whom they ask for; anyone if left out. */
  readonly stylistId?: string | undefined;
}

/** All stylists in the salon's order, active or not; the first one is always among them. */
function stylistsIn(rows: readonly StylistRow[]): readonly Stylist[] {
  const recorded = rows.map(
    ({ id, services, place: order, online: isOnline, active: isActive, week }): Stylist => ({
      id,
      services,
      order,
      isOnline,
      isActive,
      week,
    }),
  );
  return withFirst(recorded, FIRST_STYLIST);
}

/** Whether the stylists of these rows are a team. */
export const areTeam = (rows: readonly StylistRow[]): boolean => isTeam(stylistsIn(rows));

/** Those among the stylists who may be asked for, in the salon's order. @throws Refused `unknown-stylist` */
export function chosenAmong(rows: readonly StylistRow[], { isPublic, stylistId }: Wish): readonly Stylist[] {
  const stylists = stylistsIn(rows);
  const wished = stylistId === undefined ? stylists : stylists.filter(({ id }) => id === stylistId);
  if (wished.length === 0) throw refuse('unknown-stylist');
  return wished.filter((stylist) => mayTake(stylist, isPublic));
}

/** The services that are asked for. @throws Refused `unknown-service` when one isn't offered */
export function offeredAll(
  { offered }: ServicesAndStylists,
  serviceIds: readonly string[],
): readonly OfferedService[] {
  if (offered.length !== serviceIds.length) throw refuse('unknown-service');
  return offered;
}

/** Those who may do all the services. @throws Refused `unknown-service` when one isn't offered; `unknown-stylist` */
export function takersOfAll(
  read: ServicesAndStylists,
  serviceIds: readonly string[],
  wish: Wish,
): readonly Taker[] {
  const services = offeredAll(read, serviceIds);
  return chosenAmong(read.stylists, wish)
    .filter((stylist) => doesAll(stylist, serviceIds))
    .map((stylist) => ({ stylist, time: timeBy(stylist, services) }));
}

/** Those who may take an appointment that is moved, whatever its services are. @throws Refused `unknown-stylist` */
export const takersOfBooking = (rows: readonly StylistRow[], shape: Stretch, wish: Wish): readonly Taker[] =>
  chosenAmong(rows, wish).map((stylist) => ({ stylist, time: doneByStylist(stylist.id, shape) }));

/** The stylist of an appointment. It keeps its shape wherever it is moved. */
export function takerOf(rows: readonly StylistRow[], time: Stretch): Taker {
  const id = stylistOf(time);
  const known = stylistsIn(rows).find((stylist) => stylist.id === id);
  return { stylist: known ?? { ...FIRST_STYLIST, id, isActive: false }, time };
}
