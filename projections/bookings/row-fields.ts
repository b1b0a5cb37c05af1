import type { BookingRow } from './projection.ts';

/** Minutes of all services together. */
export const durationOf = ({
  start_minute,
  end_minute,
}: Pick<BookingRow, 'start_minute' | 'end_minute'>): number => end_minute - start_minute;

/** The services as the contracts have them. */
export const servicesOf = ({ services }: Pick<BookingRow, 'services'>) =>
  services.map(({ id, name, price, duration }) => ({ id, name, price, duration }));
