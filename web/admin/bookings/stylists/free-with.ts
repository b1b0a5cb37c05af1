import type { StaffTimes } from '../../../../src/contracts/bookings/staff-times.ts';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { stylistName } from '../../data/stylist-name.ts';

/** So many names are listed; of more only the first ones. */
const NAMED = 4;

/** Says with whom an appointment of anyone can be at a time; undefined as long as that isn't known. */
export function freeWithText(
  times: StaffTimes | undefined,
  chosen: string,
  stylists: readonly AdminStylist[],
): string | undefined {
  const ids = times?.times.find(({ time }) => time === chosen)?.stylists ?? [];
  const names = stylists.filter(({ id }) => ids.includes(id)).map(stylistName);
  const [only] = names;
  if (only === undefined) return undefined;
  if (names.length === 1) return `It will be with ${only}: nobody else is free then.`;
  const others = names.length > NAMED ? [`${names.length - NAMED + 1} others`] : [];
  return `Free then: ${[...names.slice(0, others.length > 0 ? NAMED - 1 : NAMED), ...others].join(', ')}.`;
}
