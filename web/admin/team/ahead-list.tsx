import { useState } from 'react';
import type { AdminStylist } from '../../../src/contracts/salon/admin-stylists.ts';
import { AffectedQuestion, type Asked } from '../bookings/affected/affected-question.tsx';
import { AffectedRow } from '../bookings/affected/affected-row.tsx';
import { stylistName } from '../data/stylist-name.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { countText } from '../ui/number-text.ts';
import { AHEAD } from './commands.ts';

/** The appointments of a stylist who takes none any more, to be handed over; nothing once there are none. */
export function AheadList({ stylist }: { stylist: AdminStylist }) {
  const { data } = useAdminQuery(AHEAD, stylist.id);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!data || data.total === 0) return null;
  const { total, appointments } = data;
  return (
    <div className="col-span-full rounded-md bg-warn-tint px-3 py-2 text-sm">
      <p className="font-medium">{countText(total, 'appointment')} to hand over</p>
      <ul aria-label={`Appointments of ${stylistName(stylist)}`}>
        {appointments.map((appointment) => (
          <AffectedRow key={appointment.id} appointment={appointment} isHandOver onAsk={setAsked} />
        ))}
      </ul>
      {total > appointments.length && (
        <p className="text-stone">and {total - appointments.length} more, on later days</p>
      )}
      {asked && (
        <AffectedQuestion key={`${asked.about} ${asked.id}`} asked={asked} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}
