import { useState } from 'react';
import type { AfterChange } from '../../bookings/after-change.ts';
import { abilitiesOf } from '../../bookings/commands.ts';
import { QuestionDialog } from '../../bookings/dialogs/question-dialog.tsx';
import { BOOKING } from '../../bookings/queries.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';

/** The action on an appointment that a change of hours or days affects. */
export interface Asked {
  readonly about: 'reschedule' | 'cancel';
  readonly id: string;
}

/**
 * Asks for the new time, or for the reason of the cancellation, and what the customer is told. Renders nothing if somebody else has
 * cancelled it meanwhile.
 */
export function AffectedQuestion({
  asked: { about, id },
  after,
  onClose,
}: {
  asked: Asked;
  after: AfterChange;
  onClose: () => void;
}) {
  const { data } = useAdminQuery(BOOKING, id);
  // Kept as it was when it was opened, since the command's patch shows the change before it is made.
  const [booking, setBooking] = useState(data);
  if (!booking && data) setBooking(data);
  if (!booking || !abilitiesOf(booking).canMove) return null;
  return <QuestionDialog question={{ about, booking, after }} onAsk={() => {}} onClose={onClose} />;
}
