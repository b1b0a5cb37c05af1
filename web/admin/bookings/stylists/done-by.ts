import type { AdminService } from '../../../../src/contracts/salon/admin-services.ts';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { doesAll } from '../../../../src/salon/team.ts';
import { stylistName } from '../../data/stylist-name.ts';

/** A service with the stylist's own minutes and price, if they have any. */
export function asDoneBy(stylist: AdminStylist | undefined, service: AdminService): AdminService {
  const { minutes = service.duration_minutes, price_cents } =
    stylist?.services?.find(({ id }) => id === service.id) ?? {};
  return {
    ...service,
    duration_minutes: minutes,
    ...(price_cents !== undefined && { price_cents, price_text: null }),
  };
}

type Chosen = readonly { readonly id: string; readonly name: string }[];

/** `doesn’t do Full Color, Perm`; undefined for a stylist who does them all. */
export function notDoneText(stylist: AdminStylist, chosen: Chosen): string | undefined {
  const names = chosen.filter(({ id }) => !doesAll(stylist, [id])).map(({ name }) => name);
  return names.length > 0 ? `doesn’t do ${names.join(', ')}` : undefined;
}

/** The reason why none of these stylists takes the chosen services together; undefined if one does. */
export function nobodyDoesText(stylists: readonly AdminStylist[], chosen: Chosen): string | undefined {
  const active = stylists.filter((one) => one.active);
  const [first] = active;
  if (!first || active.some((one) => notDoneText(one, chosen) === undefined)) return undefined;
  return active.length === 1
    ? `${stylistName(first)} ${notDoneText(first, chosen)}. Please choose somebody else.`
    : 'Nobody does all of these services. Please book them one by one.';
}
