import { useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { CancelledSameSource, SameSource } from '../../../../src/contracts/bookings/same-source.ts';
import { cancelSameSource, listSameSource } from '../../../../src/contracts/bookings/same-source.ts';
import { call } from '../../../api.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { StatusBadge } from '../../../salon/status-badge.tsx';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { AdminButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useInstantText } from '../../ui/instant-text.ts';
import { countText } from '../../ui/number-text.ts';
import { FailedState } from '../../ui/states.tsx';
import { customerName, whenText } from '../booking-text.ts';
import { isOpen } from '../commands.ts';
import { hoursAround, typedInstant } from './typed-instant.ts';

const SAME_SOURCE = defineQuery({
  name: 'same-source',
  about: (): Topic[] => ['booking'],
  load: ({ id, ...query }: SameSource, { after, ...options }) =>
    call(listSameSource, { ...options, params: { id }, query: { ...query, after } }),
});

const CANCEL_SAME_SOURCE = defineCommand({
  name: 'cancel-same-source',
  thing: (_: CancelledSameSource): Topic => 'booking',
  send: async ({ id, ...body }, { token, idempotencyKey }) => {
    const answer = await call(cancelSameSource, { token, idempotencyKey, params: { id }, body });
    return { ...answer, position: answer.position ?? '' };
  },
});

/** Public bookings from the same source as this one. Those that are chosen can be cancelled at once, for example after an attack. */
export function SameSourceDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const today = useSalonToday();
  const instantText = useInstantText();
  const { time_zone } = useSalon();
  const [range, setRange] = useState(() => hoursAround(booking.created_at, 12, time_zone));
  const from = typedInstant(range.from, time_zone);
  const to = typedInstant(range.to, time_zone);
  const isValid = from !== null && to !== null && from <= to;
  const input = isValid ? { id: booking.id, from, to } : null;
  const { data, error, reload, isPrevious } = useAdminQuery(SAME_SOURCE, input, { keepPrevious: true });
  const { send } = useCommand(CANCEL_SAME_SOURCE);
  /** Bookings that staff have taken out. */
  const [kept, setKept] = useState<readonly string[]>([]);
  const [isAsked, setAsked] = useState(false);
  const chosen = (data ?? []).filter((one) => isOpen(one) && !kept.includes(one.id)).map(({ id }) => id);
  const cancelWords = `Cancel ${countText(chosen.length, 'appointment')}`;

  async function cancelChosen() {
    if (!input) return;
    const { cancelled, left } = await send({ ...input, ids: chosen });
    const rest = left.length > 0 ? ` ${left.length} had changed meanwhile and stayed as they are.` : '';
    toastSuccess(`${countText(cancelled.length, 'appointment')} cancelled`, `Nobody was told.${rest}`);
    onClose();
  }

  return (
    <Dialog
      title="Bookings from the same sender"
      description={`As that of ${customerName(booking)}, booked on ${instantText(booking.created_at)}`}
      onClose={onClose}
      footer={
        <>
          <AdminButton onClick={onClose}>Keep them</AdminButton>
          <AdminButton
            look="danger"
            disabled={chosen.length === 0 || isPrevious}
            onClick={() => setAsked(true)}
          >
            {cancelWords}
          </AdminButton>
        </>
      }
    >
      <div className="space-y-4">
        <p>
          Against a flood of made-up requests. People behind one shared connection, such as an office or a
          hotel, look the same: read the names before you cancel.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <AdminField
            label="Booked from"
            type="datetime-local"
            required
            value={range.from}
            error={isValid ? undefined : 'Please enter two times in order.'}
            onChange={({ target }) => setRange((now) => ({ ...now, from: target.value }))}
          />
          <AdminField
            label="Booked until"
            type="datetime-local"
            required
            value={range.to}
            onChange={({ target }) => setRange((now) => ({ ...now, to: target.value }))}
          />
        </div>
        {error && !data && (
          <FailedState what="The bookings couldn’t be loaded" error={error} onRetry={reload} />
        )}
        {data?.length === 0 && (
          <p className="text-stone">
            None is known. Where a booking came from is forgotten at the end of the month after it, and
            bookings by staff have no sender.
          </p>
        )}
        {data && data.length > 0 && (
          <>
            <p>Those that you choose are cancelled without a message to anybody.</p>
            <ul
              aria-label="Bookings from the same sender"
              aria-busy={isPrevious}
              className={`max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line ${isPrevious ? 'opacity-60' : ''}`}
            >
              {data.map((one) => (
                <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-xs">
                  <label className="flex min-w-0 flex-1 basis-40 items-center gap-2.5 font-medium wrap-anywhere pointer-coarse:min-h-11">
                    <input
                      type="checkbox"
                      disabled={!isOpen(one)}
                      checked={chosen.includes(one.id)}
                      onChange={({ target }) =>
                        setKept((now) =>
                          target.checked ? now.filter((id) => id !== one.id) : [...now, one.id],
                        )
                      }
                      className="size-4 shrink-0 accent-action"
                    />
                    {customerName(one)}
                  </label>
                  <span className="text-stone tabular-nums">{whenText(one, today)}</span>
                  <StatusBadge status={one.status} compact />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {isAsked && (
        <ConfirmDialog
          title={`${cancelWords}?`}
          question="No customer gets a message. You can undo each on its own."
          confirm={cancelWords}
          keep="Look again"
          failed="Failed to cancel booking"
          onConfirm={cancelChosen}
          onClose={() => setAsked(false)}
        />
      )}
    </Dialog>
  );
}
