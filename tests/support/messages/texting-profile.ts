import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Hours that leave out no time of the week. */
export const ROUND_THE_CLOCK = Array.from({ length: 7 }, (_, day_of_week) => ({
  day_of_week,
  start_time: '00:00',
  end_time: '23:30',
}));

/** The default salon, but open round the clock, and with limits that nobody reaches and no quiet hours. */
export async function writeTextingProfile(folder: string): Promise<string> {
  const source = join(import.meta.dirname, '../../../src/adapters/salon-profile/default.json');
  const profile = JSON.parse(await readFile(source, 'utf8'));
  const most = 200;
  const messages = {
    ...profile.messages,
    quiet_hours: { from: '03:00', to: '03:00' },
    limits: {
      per_number_per_day: most,
      per_address_per_day: most,
      per_prefix_per_day: most,
      unconfirmed_per_day: 100_000,
      per_day: 100_000,
    },
  };
  const file = join(folder, 'texting-profile.json');
  await writeFile(file, JSON.stringify({ ...profile, hours: ROUND_THE_CLOCK, messages }));
  return file;
}

/** Area codes of Northern California; each has a hundred numbers that are nobody's. */
const AREAS = [925, 510, 415, 408, 707, 916, 209, 530, 559, 650];

/** A number of nobody, E.164; the same again after a thousand. */
export const nobodysNumber = (person: number): string => {
  const area = AREAS[Math.floor(person / 100) % AREAS.length];
  return `+1${area}55501${String(person % 100).padStart(2, '0')}`;
};

/** A network address for each number, as a proxy sends it. */
export const ownAddress = (person: number): string => `10.1.${(person >> 8) & 255}.${person & 255}`;
