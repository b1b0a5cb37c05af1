import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { useMay } from '../../data/role.ts';
import { AdminButton, TextButton } from '../../ui/button.tsx';
import { customerName, whenText } from '../booking-text.ts';
import type { Asked } from './affected-question.tsx';

/** An appointment that has to find another time or another stylist, with what can be done about it. */
export function AffectedRow({
  appointment,
  isHandOver,
  onAsk,
}: {
  appointment: Parameters<typeof customerName>[0] &
    Parameters<typeof whenText>[0] &
    Pick<AdminBooking, 'id' | 'status'>;
  /** Whether somebody else may take it at its time. */
  isHandOver: boolean;
  onAsk: (asked: Asked) => void;
}) {
  const today = useSalonToday();
  const isDesk = useMay()('desk');
  const name = customerName(appointment);
  const ask = (about: Asked['about']) => () => onAsk({ about, id: appointment.id });
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <div className="w-full">
        {isDesk ? (
          <TextButton
            onClick={ask(isHandOver ? 'hand-over' : 'reschedule')}
            className="text-left wrap-anywhere"
          >
            {name}
          </TextButton>
        ) : (
          <span className="font-medium wrap-anywhere">{name}</span>
        )}
      </div>
      <span className="text-stone tabular-nums">
        {whenText(appointment, today)} · {appointment.status}
      </span>
      {isDesk && (
        <div className="-mr-3 ml-auto flex flex-wrap justify-end">
          {isHandOver && (
            <AdminButton look="quiet" onClick={ask('hand-over')}>
              Hand over...
            </AdminButton>
          )}
          <AdminButton look="quiet" onClick={ask('reschedule')}>
            Move...
          </AdminButton>
          <AdminButton look="quiet" onClick={ask('cancel')}>
            Cancel...
          </AdminButton>
        </div>
      )}
    </li>
  );
}
