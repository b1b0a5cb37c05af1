import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { useAdminQuery } from '../../../admin/server/use-admin-query.ts';
import { useCommand } from '../../../admin/server/use-command.ts';
import { AdminButton } from '../../../admin/ui/button.tsx';
import { AdminField } from '../../../admin/ui/field.tsx';
import { FailedState } from '../../../admin/ui/states.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.tsx';
import { useAcknowledged } from './affected-dialog.tsx';
import { block, unblock } from './commands.ts';
import { blockedDatesQuery } from './data.ts';
import { reasonOf } from './failure.ts';
import { dayText } from './plan/words.ts';

const ID = 'blocked-dates';

/** Dates on which nothing can be booked, from today on. */
export function BlockedDatesCard({ today }: { today: SalonDate }) {
  const { data: dates, error, reload } = useAdminQuery(blockedDatesQuery, { from: today });
  const blocking = useCommand(block);
  const removing = useCommand(unblock);
  const { run, dialog } = useAcknowledged();
  const [date, setDate] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that somebody is led here, also to where they are.
  useEffect(() => {
    if (hash === `#${ID}`) form.current?.querySelector('input')?.focus();
  }, [hash, key]);

  async function add(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (blocking.busy || date === '' || reason.trim() === '') return;
    try {
      const deed = { question: `Block ${dayText(date)}?`, verb: 'Block' };
      const answer = await run(deed, (acknowledged) => blocking.send({ date, reason, ...acknowledged }));
      if (!answer) return;
      toastSuccess('Date blocked successfully');
      setDate('');
      setReason('');
      setTried(false);
    } catch (failure) {
      toastError('Failed to block date', reasonOf(failure));
    }
  }

  async function remove(one: {
    id: string;
    blocked_date: SalonDate;
    reason: string | null;
    version: number;
  }) {
    const again = () =>
      blocking.send({ date: one.blocked_date, reason: one.reason ?? '', acknowledged: 'true' }).then(
        () => toastSuccess('Date blocked successfully'),
        (failure: unknown) => toastError('Failed to block date', reasonOf(failure)),
      );
    try {
      await removing.send({ id: one.id, date: one.blocked_date }, one.version);
      toastSuccess(
        'Blocked date removed',
        undefined,
        one.reason === null ? undefined : { label: 'Undo', onClick: again },
      );
    } catch (failure) {
      toastError('Failed to remove blocked date', reasonOf(failure));
    }
  }

  return (
    <section aria-labelledby={ID} className="rounded-md border border-line bg-panel p-4 text-sm print:hidden">
      <h2 id={ID} className="pb-3 font-sans text-sm font-semibold tracking-normal">
        Blocked Dates
      </h2>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <form
          ref={form}
          noValidate
          onSubmit={add}
          className="grid items-start gap-3 sm:grid-cols-[10rem_1fr_auto]"
        >
          <AdminField
            label="Date"
            type="date"
            required
            min={today}
            value={date}
            error={tried && date === '' ? 'Please choose a date.' : undefined}
            onChange={({ target }) => setDate(target.value)}
          />
          <AdminField
            label="Reason"
            required
            maxLength={500}
            autoComplete="off"
            placeholder="Holiday"
            value={reason}
            error={tried && reason.trim() === '' ? 'Please enter a reason for blocking the date.' : undefined}
            onChange={({ target }) => setReason(target.value)}
          />
          <AdminButton type="submit" look="primary" busy={blocking.busy} className="sm:mt-6">
            Block Date
          </AdminButton>
        </form>
        {error && !dates ? (
          <FailedState what="Failed to load blocked dates" error={error} onRetry={reload} />
        ) : dates?.length === 0 ? (
          <p className="text-stone lg:pt-7">No date is blocked.</p>
        ) : (
          <ul className="max-h-56 divide-y divide-line overflow-y-auto">
            {dates?.map((one) => (
              <li key={one.id} className="flex min-h-11 items-center gap-4">
                <span className="w-28 shrink-0 font-medium tabular-nums">
                  {dayText(one.blocked_date)}
                  {one.blocked_date.slice(0, 4) === today.slice(0, 4)
                    ? ''
                    : `, ${one.blocked_date.slice(0, 4)}`}
                </span>
                <span className="min-w-0 flex-1 truncate text-stone">{one.reason}</span>
                <AdminButton
                  look="quiet"
                  aria-label={`Remove ${dayText(one.blocked_date)}`}
                  onClick={() => remove(one)}
                >
                  Remove
                </AdminButton>
              </li>
            ))}
          </ul>
        )}
      </div>
      {dialog}
    </section>
  );
}
