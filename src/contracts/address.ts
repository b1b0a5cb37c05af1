import type { Salon } from './salon.ts';

/** On one line: `Contra Costa Blvd, Pleasant Hill, CA 94523`. */
export const addressLine = ({ street, city, region, postal_code }: Salon['address']): string =>
  `${street}, ${city}, ${region} ${postal_code}`;
