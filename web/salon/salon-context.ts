import { createContext, use } from 'react';
import type { Salon } from '../../src/contracts/salon/salon.ts';

export const SalonContext = createContext<Salon | null>(null);

/** The salon's profile and opening hours. The layout renders no page before they have loaded. */
export function useSalon(): Salon {
  const salon = use(SalonContext);
  if (!salon) throw new Error('A page was rendered outside its layout.');
  return salon;
}
