import { useState } from 'react';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import type { AfterChange } from '../after-change.ts';
import { isOpen } from '../commands.ts';
import { QuestionDialog } from '../dialogs/question-dialog.tsx';
import { BOOKING } from '../queries.ts';

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
  if (!booking || !isOpen(booking)) return null;
  return <QuestionDialog question={{ about, booking, after }} onAsk={() => {}} onClose={onClose} />;
}
