import { exportBookings } from '../../../../../src/contracts/exports.ts';
import type { BookingFilters } from '../../../../admin/bookings/queries.ts';
import { TableTools } from '../../../../admin/ui/table-tools.tsx';
import { call } from '../../../../api.ts';
import { useSalonToday } from '../../../../salon/use-salon-today.ts';

/** The appointments as a file, and the height of their rows. */
export function BookingTools({ filters }: { filters: BookingFilters }) {
  const today = useSalonToday();
  return (
    <TableTools
      about={['booking']}
      fileName={`appointments-${today}`}
      load={({ after, ...asking }) => call(exportBookings, { ...asking, query: { ...filters, after } })}
    />
  );
}
