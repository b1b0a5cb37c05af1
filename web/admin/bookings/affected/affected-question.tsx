import { type ReactNode, useState } from 'react';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import type { AfterChange } from '../after-change.ts';
import { isOpen } from '../commands.ts';
import { QuestionDialog } from '../dialogs/question-dialog.tsx';
import { BOOKING } from '../queries.ts';

/** The action on an appointment that a change of hours or days affects. */
export interface Asked {
  readonly about: 'hand-over' | 'reschedule' | 'cancel';
  readonly id: string;
}

/**
 * Asks for the other stylist, the new time, or the reason of the cancellation, and what the customer is told. Until the appointment is
 * loaded, and if somebody else has cancelled it meanwhile, its children stay.
 */
export function AffectedQuestion({
  asked: { about, id },
  after,
  onClose,
  children,
}: {
  asked: Asked;
  /** The change that comes next, if one does. */
  after?: AfterChange | undefined;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { data } = useAdminQuery(BOOKING, id);
  // Kept as it was when it was opened, since the command's patch shows the change before it is made.
  const [booking, setBooking] = useState(data);
  if (!booking && data) setBooking(data);
  if (!booking || !isOpen(booking)) return children;
  return <QuestionDialog question={{ about, booking, after }} onAsk={() => {}} onClose={onClose} />;
}
