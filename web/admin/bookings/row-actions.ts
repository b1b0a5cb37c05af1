import {
  ArrowLeftRight,
  Ban,
  CalendarClock,
  Check,
  CircleCheck,
  CircleDollarSign,
  Eye,
  RotateCcw,
  Scissors,
  Trash2,
  UserX,
} from 'lucide-react';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import type { useMay } from '../data/role.ts';
import type { MenuItem } from '../ui/menu/menu-item.ts';
import type { BookingQuestion } from './booking-question.ts';
import { abilitiesOf } from './commands.ts';
import { paymentAction } from './payment-text.ts';

/** The menu of an appointment in the list. */
export function rowActions(
  booking: AdminBooking,
  may: ReturnType<typeof useMay>,
  {
    onOpen,
    onConfirm,
    onNoShow,
    onAsk,
  }: {
    onOpen: () => void;
    onConfirm: () => void;
    onNoShow: () => void;
    onAsk: (question: BookingQuestion) => void;
  },
): readonly MenuItem[] {
  const {
    canConfirm,
    canMove,
    canHandOver,
    canCancel,
    canComplete,
    canBeNoShow,
    canChangeAmount,
    canReinstate,
  } = abilitiesOf(booking, may);
  const ask = (about: BookingQuestion['about']) => () => onAsk({ about, booking });
  const actions: readonly (MenuItem | false)[] = [
    { label: 'Details', icon: Eye, onChoose: onOpen },
    canConfirm && { label: 'Confirm', icon: Check, onChoose: onConfirm },
    canComplete && { label: 'Complete', icon: CircleCheck, onChoose: ask('complete') },
    canBeNoShow && { label: 'No-show', icon: UserX, onChoose: onNoShow },
    canChangeAmount && {
      label: paymentAction(booking),
      icon: CircleDollarSign,
      onChoose: ask('complete'),
    },
    canMove && { label: 'Reschedule', icon: CalendarClock, onChoose: ask('reschedule') },
    canHandOver && { label: 'Hand over', icon: ArrowLeftRight, onChoose: ask('hand-over') },
    canMove && { label: 'Change services', icon: Scissors, onChoose: ask('services') },
    canCancel && { label: 'Cancel', icon: Ban, onChoose: ask('cancel') },
    canReinstate && { label: 'Restore', icon: RotateCcw, onChoose: ask('reinstate') },
    may('owners') && {
      label: 'Delete',
      icon: Trash2,
      isGrave: true,
      beginsGroup: true,
      onChoose: ask('delete'),
    },
  ];
  return actions.filter((action) => action !== false);
}
