import type { StaffTimes } from '../../../../src/contracts/bookings/staff-times.ts';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { notDoneText } from './done-by.ts';

/** So many names are listed; of more only the first ones. */
const NAMED = 4;

const freeAt = (times: StaffTimes, chosen: string, stylists: readonly AdminStylist[]) => {
  const ids = times.times.find(({ time }) => time === chosen)?.stylists ?? [];
  return stylists.filter(({ id }) => ids.includes(id));
};

/** Says with whom an appointment of anyone can be at a time; undefined as long as that isn't known. */
export function freeWithText(
  times: StaffTimes | undefined,
  chosen: string,
  stylists: readonly AdminStylist[],
): string | undefined {
  const [only, ...more] = times ? freeAt(times, chosen, stylists).map(stylistName) : [];
  if (only === undefined) return undefined;
  return more.length === 0
    ? `It will be with ${only}: nobody else is free then.`
    : freeThen([only, ...more], 'Free then');
}

/**
 * Says which of these others can take an appointment over at a time, first those who do its services; undefined as long as that isn't
 * known, and while no time is chosen.
 */
export function freeToTakeText(
  times: StaffTimes | undefined,
  chosen: string,
  others: readonly AdminStylist[],
  services: Parameters<typeof notDoneText>[1],
): string | undefined {
  if (!times || chosen === '') return undefined;
  const isOutside = times.times.some(({ time, state }) => time === chosen && state === 'outside_hours');
  const when = isOutside ? 'Free then, outside their hours' : 'Free then';
  const texts = [...Map.groupBy(freeAt(times, chosen, others), (one) => notDoneText(one, services))]
    .sort(([one], [other]) => Number(one !== undefined) - Number(other !== undefined))
    .map(([notDone, free]) =>
      freeThen(free.map(stylistName), notDone === undefined ? when : `${when}, but ${notDone}`),
    );
  return texts.length === 0 ? 'Nobody else is free then.' : texts.join(' ');
}

function freeThen(names: readonly string[], when: string): string {
  const others = names.length > NAMED ? [`${names.length - NAMED + 1} others`] : [];
  return `${when}: ${[...names.slice(0, others.length > 0 ? NAMED - 1 : NAMED), ...others].join(', ')}.`;
}
