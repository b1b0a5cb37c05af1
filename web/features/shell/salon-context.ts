import { createContext, use } from 'react';
import type { Salon } from '../../../src/contracts/salon.ts';
import { type SalonDate, salonDate } from '../../../src/contracts/salon-time.ts';

export const SalonContext = createContext<Salon | null>(null);

/** The salon's profile. Every page stands inside the shell, which shows none before the profile is there. */
export function useSalon(): Salon {
  const salon = use(SalonContext);
  if (!salon) throw new Error('A page was rendered outside the shell.');
  return salon;
}

/** The salon's calendar day, wherever the visitor is. */
export function useSalonToday(): SalonDate {
  const { time_zone } = useSalon();
  return salonDate(new Date(), time_zone);
}
