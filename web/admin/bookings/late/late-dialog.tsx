import { useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { tellLate } from '../../../../src/contracts/messages/late.ts';
import { call } from '../../../api.ts';
import { telHref } from '../../../ui/form/phone-text.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { AdminButton, adminButtonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextMessageArea } from '../../ui/form/text-message-area.tsx';
import { countText } from '../../ui/number-text.ts';
import { commandFailure, toastFailure } from '../../ui/toast-failure.ts';
import { customerName } from '../booking-text.ts';
import { useNoTexts } from '../messages/sending.ts';
import { DASHBOARD } from '../queries.ts';
import { followersOf } from './followers.ts';

/** Not in `commands.ts`, which every screen loads. */
const TELL_LATE = defineCommand({
  name: 'tell-late',
  thing: ({ id }: { readonly id: string; readonly minutes: number; readonly text: string }) =>
    topicOf('message', id),
  send: ({ id, ...body }, options) => call(tellLate, { ...options, params: { id }, body }),
});

const MINUTES = [5, 10, 15, 30];
/** The limit of the contract. */
const TEXT_LENGTH = 480;

const usualWords = (minutes: number, { appointment_time }: AdminBooking) =>
  `We are running about ${minutes} minutes late for your ${appointment_time} appointment. Sorry, and thank you for your patience!`;

/** Tells those who come after an appointment that the salon is running late, each in words that staff may change. */
export function LateDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const { data } = useAdminQuery(DASHBOARD, 'now');
  const [minutes, setMinutes] = useState(15);
  const [words, setWords] = useState<ReadonlyMap<string, string>>(new Map());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const { send } = useCommand(TELL_LATE);
  const noTexts = useNoTexts();
  const followers = followersOf(booking, data?.today.bookings ?? [], minutes);
  const isReached = ({ sms_consent, customer_phone }: AdminBooking) =>
    noTexts === undefined && sms_consent && Boolean(customer_phone);
  const textTo = (one: AdminBooking) => words.get(one.id) ?? usualWords(minutes, one);
  const chosen = followers.filter((one) => isReached(one) && !left.has(one.id) && textTo(one).trim() !== '');

  async function tell() {
    setBusy(true);
    const failed: string[] = [];
    let last: unknown;
    for (const one of chosen) {
      try {
        await send({ id: one.id, minutes, text: textTo(one) });
      } catch (error) {
        last = error;
        failed.push(`${customerName(one)}: ${commandFailure(error)}`);
      }
    }
    setBusy(false);
    const told = chosen.length - failed.length;
    if (failed.length > 0) return toastFailure(last, `Not told: ${failed.join(' ')}`);
    toastSuccess(`${countText(told, 'customer')} told`, `About ${minutes} minutes late`);
    onClose();
  }

  return (
    <Dialog
      title="Running late"
      description={`${customerName(booking)} · ${booking.appointment_time}`}
      isSending={busy}
      onClose={onClose}
      footer={
        <>
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton look="primary" busy={busy} disabled={chosen.length === 0} onClick={tell}>
            {chosen.length === 1 ? 'Text 1 customer' : `Text ${chosen.length} customers`}
          </AdminButton>
        </>
      }
    >
      <div className="space-y-4">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="pb-1 text-sm font-medium">How late</legend>
          {MINUTES.map((one) => (
            <AdminButton
              key={one}
              aria-pressed={one === minutes}
              className="aria-pressed:border-action aria-pressed:bg-sand"
              onClick={() => setMinutes(one)}
            >
              {one} min
            </AdminButton>
          ))}
        </fieldset>
        {followers.length === 0 && <p className="text-stone">Nobody who comes today has to wait for that.</p>}
        {noTexts && followers.length > 0 && <p className="text-warn">{noTexts}, so please call.</p>}
        <ul className="space-y-4">
          {followers.map((one) => (
            <li key={one.id} className="space-y-2">
              {isReached(one) ? (
                <>
                  <label className="flex min-h-8 items-center gap-2.5 font-medium pointer-coarse:min-h-11">
                    <input
                      type="checkbox"
                      checked={!left.has(one.id)}
                      onChange={({ target }) =>
                        setLeft((now) =>
                          target.checked
                            ? new Set([...now].filter((id) => id !== one.id))
                            : new Set([...now, one.id]),
                        )
                      }
                      className="size-4 shrink-0 accent-action"
                    />
                    {customerName(one)} · {one.appointment_time}
                  </label>
                  {!left.has(one.id) && (
                    <TextMessageArea
                      label={`Text to ${customerName(one)}`}
                      required
                      rows={3}
                      maxLength={TEXT_LENGTH}
                      value={textTo(one)}
                      onChange={(text) => setWords((now) => new Map(now).set(one.id, text))}
                    />
                  )}
                </>
              ) : (
                <p className="flex flex-wrap items-center justify-between gap-2">
                  <span className="font-medium">
                    {customerName(one)} · {one.appointment_time}
                  </span>
                  {one.customer_phone ? (
                    <a href={telHref(one.customer_phone)} className={adminButtonClass('outline')}>
                      Call {one.customer_phone}
                    </a>
                  ) : (
                    <span className="text-stone">No phone</span>
                  )}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
