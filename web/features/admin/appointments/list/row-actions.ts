import { Ban, CalendarClock, Check, CircleCheck, Eye, RotateCcw, Trash2 } from 'lucide-react';
import type { AdminBooking } from '../../../../../src/contracts/admin-booking.ts';
import { abilitiesOf } from '../../../../admin/bookings/commands.ts';
import type { RowAction } from '../../../../admin/ui/row-menu.tsx';
import type { Asked } from '../dialogs/asked.tsx';

/** What can be done with an appointment from the list. */
export function rowActions(
  booking: AdminBooking,
  { onOpen, onConfirm, onAsk }: { onOpen: () => void; onConfirm: () => void; onAsk: (asked: Asked) => void },
): readonly RowAction[] {
  const { canConfirm, canMove, canCancel, canComplete, canReinstate } = abilitiesOf(booking);
  const ask = (about: Asked['about']) => () => onAsk({ about, booking });
  const actions: readonly (RowAction | false)[] = [
    { label: 'Details', icon: Eye, onChoose: onOpen },
    canConfirm && { label: 'Confirm', icon: Check, onChoose: onConfirm },
    canComplete && { label: 'Complete', icon: CircleCheck, onChoose: ask('complete') },
    canMove && { label: 'Reschedule', icon: CalendarClock, onChoose: ask('reschedule') },
    canCancel && { label: 'Cancel', icon: Ban, onChoose: ask('cancel') },
    canReinstate && { label: 'Reinstate', icon: RotateCcw, onChoose: ask('reinstate') },
    { label: 'Delete', icon: Trash2, isGrave: true, onChoose: ask('delete') },
  ];
  return actions.filter((action) => action !== false);
}
