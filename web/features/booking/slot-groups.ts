import { parseTime } from '../../../src/salon/time-text.ts';

const NOON = 12 * 60;
const EVENING = 17 * 60;

/** Times by part of the day, in order. Parts without times are left out. */
export function groupSlots(slots: readonly string[]): { part: string; slots: string[] }[] {
  const partOf = (slot: string) => {
    const minutes = parseTime(slot) ?? 0;
    return minutes < NOON ? 'Morning' : minutes < EVENING ? 'Afternoon' : 'Evening';
  };
  return ['Morning', 'Afternoon', 'Evening']
    .map((part) => ({ part, slots: slots.filter((slot) => partOf(slot) === part) }))
    .filter((group) => group.slots.length > 0);
}
