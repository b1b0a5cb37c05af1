import type { StaffTimes } from '../../../../src/contracts/bookings/staff-times.ts';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { stylistName } from '../../data/stylist-name.ts';

/** So many names are listed; of more only the first ones. */
const NAMED = 4;

const namesAt = (times: StaffTimes, chosen: string, stylists: readonly AdminStylist[]): readonly string[] => {
  const ids = times.times.find(({ time }) => time === chosen)?.stylists ?? [];
  return stylists.filter(({ id }) => ids.includes(id)).map(stylistName);
};

/** Says with whom an appointment of anyone can be at a time; undefined as long as that isn't known. */
export function freeWithText(
  times: StaffTimes | undefined,
  chosen: string,
  stylists: readonly AdminStylist[],
): string | undefined {
  const [only, ...more] = times ? namesAt(times, chosen, stylists) : [];
  if (only === undefined) return undefined;
  return more.length === 0 ? `It will be with ${only}: nobody else is free then.` : freeThen([only, ...more]);
}

/** Says which of these others can take an appointment over at a time; undefined as long as that isn't known, and while no time is chosen. */
export function freeToTakeText(
  times: StaffTimes | undefined,
  chosen: string,
  others: readonly AdminStylist[],
): string | undefined {
  if (!times || chosen === '') return undefined;
  const names = namesAt(times, chosen, others);
  const isOutside = times.times.some(({ time, state }) => time === chosen && state === 'outside_hours');
  if (names.length === 0) return 'Nobody else is free then.';
  return freeThen(names, isOutside ? 'Free then, outside their hours' : undefined);
}

function freeThen(names: readonly string[], when = 'Free then'): string {
  const others = names.length > NAMED ? [`${names.length - NAMED + 1} others`] : [];
  return `${when}: ${[...names.slice(0, others.length > 0 ? NAMED - 1 : NAMED), ...others].join(', ')}.`;
}
