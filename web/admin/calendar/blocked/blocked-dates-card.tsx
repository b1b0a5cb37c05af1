import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { BlockReasonField } from '../../../../src/contracts/fields.ts';
import type { DayOutcome } from '../../../../src/contracts/salon/several-days.ts';
import { roomFor } from '../../../../src/salon/characters.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { addSalonDays, isSalonDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { MOST_DAYS } from '../../../../src/salon/slots.ts';
import { ALL_DAY } from '../../../../src/salon/time-text.ts';
import { newIdempotencyKey } from '../../../api.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { RefusedDays } from '../../bookings/affected/refused-days.tsx';
import { useAcknowledged } from '../../bookings/affected/use-acknowledged.tsx';
import type { AfterChange } from '../../bookings/after-change.ts';
import { doneDays, refusedDays } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { useKeptRows } from '../../data/use-kept-rows.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { AdminButton } from '../../ui/button.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { dayText } from '../../ui/instant-text.ts';
import { FailedState } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { BLOCK_DATES, BLOCKED_DATES, UNBLOCK_DATE } from './blocked-date-commands.ts';

const ID = 'blocked-dates';

/** The problem with the last day of a range; undefined if there is none, or for a single day. */
function untilProblem(date: string, until: string): string | undefined {
  if (until === '' || !isSalonDate(date)) return undefined;
  if (until < date) return '“Until” lies before “Date”.';
  return until > addSalonDays(date, MOST_DAYS - 1) ? `At most ${MOST_DAYS} days at once.` : undefined;
}

const NOTHING = { date: '', until: '', reason: '' };

const BlockedDates = z
  .object({
    date: z.string().refine(isSalonDate, 'Please choose a date.'),
    until: z.string(),
    reason: BlockReasonField,
  })
  .superRefine(({ date, until }, { addIssue }) => {
    const message = untilProblem(date, until);
    if (message) addIssue({ code: 'custom', path: ['until'], message });
  });

/** Dates on which nothing can be booked, from today on. */
export function BlockedDatesCard({ today }: { today: SalonDate }) {
  const { data: dates, error, reload } = useAdminQuery(BLOCKED_DATES, { from: today });
  const rows = useKeptRows(dates ?? [], ({ blocked_date }) => topicOf('day', blocked_date));
  const blocking = useCommand(BLOCK_DATES);
  const removing = useCommand(UNBLOCK_DATE);
  const { undoButton, undoDaysButton } = useEventUndo();
  const { run, dialog } = useAcknowledged();
  const { typed, field, submit, pending, reset } = useAdminForm({
    values: NOTHING,
    schema: BlockedDates,
    fields: { blocked_date: 'date' },
    send: block,
    onFailure: (error) => toastFailure(error, 'Failed to block date'),
  });
  const [nonce, setNonce] = useState(newIdempotencyKey);
  const [outcome, setOutcome] = useState<readonly DayOutcome[] | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with each navigation, also one to the same address.
  useEffect(() => {
    if (hash === `#${ID}`) form.current?.querySelector('input')?.focus();
  }, [hash, key]);

  async function block({ date, until, reason }: z.output<typeof BlockedDates>): Promise<void> {
    const isOne = until === '' || until === date;
    const range = isOne ? dayText(date, today) : `${dayText(date, today)} – ${dayText(until, today)}`;
    const wanted = { date, until: isOne ? undefined : until, reason, nonce };
    const after: AfterChange = (day, windows) =>
      date <= day && day <= (isOne ? date : until) ? { windows, blocked: [ALL_DAY] } : undefined;
    const answer = await run({ question: `Block ${range}?`, verb: 'Block', after }, (acknowledged) =>
      blocking.send({ ...wanted, ...acknowledged }),
    );
    if (!answer) return;
    const { days = [] } = answer;
    // Dates that were blocked before need nothing.
    const left = refusedDays(answer).filter(({ code }) => code !== 'already-blocked');
    setOutcome(left.length > 0 ? days : null);
    if (left.length > 0) return;
    const done = doneDays(answer).length;
    const title = isOne || done === 1 ? 'Date blocked successfully' : `${done} dates blocked successfully`;
    toastSuccess(title, undefined, undoDaysButton(answer.blocked_date, answer));
    reset();
    setNonce(newIdempotencyKey());
  }

  async function remove(
    one: { id: string; blocked_date: SalonDate; version: number },
    row: HTMLLIElement | null,
  ) {
    // The focus goes to the row and not to its button: a key that is held down would remove one after the other.
    const usable: (HTMLElement | null)[] = [
      ...(row?.parentElement?.querySelectorAll<HTMLElement>('li:not([inert])') ?? []),
    ];
    const at = usable.indexOf(row);
    (usable[at + 1] ?? usable[at - 1] ?? form.current?.querySelector('input'))?.focus();
    try {
      const answer = await removing.send({ id: one.id, date: one.blocked_date }, one.version);
      toastSuccess('Blocked date removed', undefined, undoButton('day', one.blocked_date, answer));
    } catch (failure) {
      toastFailure(failure, 'Failed to remove blocked date');
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
          onSubmit={submit}
          className="grid content-start items-start gap-3 sm:grid-cols-[10rem_10rem_1fr]"
        >
          <AdminField label="Date" type="date" required min={today} {...field('date')} />
          <AdminField
            label="Until"
            type="date"
            min={typed.date || today}
            {...field('until')}
            error={untilProblem(typed.date, typed.until)}
          />
          <AdminField
            label="Reason"
            className="sm:col-span-2 sm:col-start-1"
            required
            maxLength={roomFor(500)}
            autoComplete="off"
            placeholder="Holiday"
            {...field('reason')}
          />
          <AdminButton type="submit" look="primary" busy={pending} className="sm:mt-6 sm:justify-self-start">
            Block Date
          </AdminButton>
          {outcome && (
            <div className="sm:col-span-3">
              <RefusedDays days={outcome} busy={pending} onRetry={() => void submit()} />
            </div>
          )}
        </form>
        {error && !dates ? (
          <FailedState what="Failed to load blocked dates" error={error} onRetry={reload} />
        ) : dates && rows.length === 0 ? (
          <p className="text-stone lg:pt-7">No date is blocked.</p>
        ) : (
          <ul className="max-h-56 divide-y divide-line overflow-y-auto">
            {rows.map(({ row: one, isPending, isKept }) => (
              <li
                key={one.id}
                tabIndex={-1}
                // The focus has moved on, so it needn't stay usable until the answer.
                inert={isPending || isKept}
                className="flex min-h-11 inert:opacity-50 items-center gap-4 px-2 focus-visible:-outline-offset-2"
              >
                <div className="flex min-w-0 flex-1 items-center gap-x-4 max-sm:flex-col max-sm:items-start max-sm:py-1">
                  <span className="min-w-28 shrink-0 font-medium whitespace-nowrap tabular-nums">
                    {formatDate(one.blocked_date)}
                  </span>
                  <span className="line-clamp-2 min-w-0 text-stone">{one.reason}</span>
                </div>
                <AdminButton
                  look="quiet"
                  aria-label={`Remove ${formatDate(one.blocked_date)}`}
                  onClick={({ currentTarget }) => remove(one, currentTarget.closest('li'))}
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
