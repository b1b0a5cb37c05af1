import { createContext, use } from 'react';
import type { Salon } from '../../src/contracts/salon.ts';

export const SalonContext = createContext<Salon | null>(null);

/** The salon's profile. Every page stands inside the shell, which shows none before the profile is there. */
export function useSalon(): Salon {
  const salon = use(SalonContext);
  if (!salon) throw new Error('A page was rendered outside the shell.');
  return salon;
}
