import { useState } from 'react';
import type { z } from 'zod';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { tellLate } from '../../../../src/contracts/messages/late.ts';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import { call } from '../../../api.ts';
import { telHref } from '../../../ui/form/phone-text.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { AdminButton, adminButtonClass } from '../../ui/button.tsx';
import { capital } from '../../ui/capital.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { TextMessageArea } from '../../ui/form/text-message-area.tsx';
import { countText } from '../../ui/number-text.ts';
import { commandFailure, toastFailure } from '../../ui/toast-failure.ts';
import { isHere } from '../arrivals.ts';
import { customerName } from '../booking-text.ts';
import { reachedBy, reachOf } from '../messages/reach.ts';
import { SENDING, useNoTexts } from '../messages/sending.ts';
import { DASHBOARD } from '../queries.ts';
import { type ChosenWays, tickedOf } from '../telling/ways-choice.tsx';
import { followersOf } from './followers.ts';
import { LATE_MINUTES } from './use-late.ts';

/** Not in `commands.ts`, which every screen loads. */
const TELL_LATE = defineCommand({
  name: 'tell-late',
  thing: ({ id }: { readonly id: string } & z.infer<typeof tellLate.body>) => topicOf('message', id),
  send: ({ id, ...body }, options) => call(tellLate, { ...options, params: { id }, body }),
});

/** The limit of the contract. */
const TEXT_LENGTH = 480;

const usualWords = (minutes: number, { appointment_time }: AdminBooking) =>
  `We are running about ${minutes} minutes late for your ${appointment_time} appointment. Sorry, and thank you for your patience!`;

type Follower = ReturnType<typeof followersOf<AdminBooking>>[number];

const waysText = (ways: readonly MessageChannel[]) =>
  capital(ways.map((way) => (way === 'sms' ? 'text' : 'mail')).join(' and '));

/** Tells those who come after an appointment that the salon is running late, by text or mail, each in words that staff may change. */
export function LateDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const { data } = useAdminQuery(DASHBOARD, 'now');
  const [minutes, setMinutes] = useState<number>(15);
  const [words, setWords] = useState<ReadonlyMap<string, string>>(new Map());
  const [chosenWays, setChosenWays] = useState<ReadonlyMap<string, ChosenWays>>(new Map());
  const [busy, setBusy] = useState(false);
  const { send } = useCommand(TELL_LATE);
  const noTexts = useNoTexts();
  const { data: sending } = useAdminQuery(SENDING, 'now');
  const followers = followersOf(booking, data?.today.bookings ?? [], minutes);
  /** A mail is too late once the appointment has begun; a text is not, as the customer may be on the way. */
  const reachOfOne = (one: AdminBooking) => {
    const { sms, email } = reachOf(one, sending);
    const why = one.has_started ? reachOf(one, sending, true).email.why : email.why;
    return { sms, email: { ...email, why } };
  };
  /** Somebody who is here is told in person. */
  const waysTo = (one: AdminBooking) => (isHere(one) ? [] : reachedBy(reachOfOne(one)));
  const tickedTo = (one: AdminBooking) =>
    tickedOf(reachOfOne(one), chosenWays.get(one.id) ?? {}).filter((way) => waysTo(one).includes(way));
  const tick = (id: string, ways: ChosenWays) =>
    setChosenWays((now) => new Map(now).set(id, { ...now.get(id), ...ways }));
  const textTo = ({ booking: one, minutes }: Follower) => words.get(one.id) ?? usualWords(minutes, one);
  const chosen = followers.filter((one) => tickedTo(one.booking).length > 0 && textTo(one).trim() !== '');
  const away = followers.filter(({ booking }) => !isHere(booking));
  const isNobodyReached = away.length > 0 && away.every(({ booking }) => waysTo(booking).length === 0);

  async function tell() {
    setBusy(true);
    const failed: string[] = [];
    let last: unknown;
    for (const follower of chosen) {
      const { booking: one, minutes } = follower;
      try {
        const ticked = tickedTo(one);
        const tell = { sms: ticked.includes('sms'), email: ticked.includes('email') };
        const { told } = await send({ id: one.id, minutes, text: textTo(follower), tell });
        if (told.length === 0) failed.push(`${customerName(one)}: no message was sent.`);
        // Tried again for the others, it tells nobody twice.
        else tick(one.id, { sms: false, email: false });
      } catch (error) {
        last = error;
        failed.push(`${customerName(one)}: ${commandFailure(error)}`);
      }
    }
    setBusy(false);
    const told = chosen.length - failed.length;
    if (failed.length > 0) return toastFailure(last, `Not told: ${failed.join(' ')}`);
    toastSuccess(
      `${countText(told, 'customer')} told`,
      chosen.map(({ booking, minutes }) => `${customerName(booking)}: ${minutes} min late`).join(', '),
    );
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
            {chosen.length === 0 ? 'Tell nobody' : `Tell ${countText(chosen.length, 'customer')}`}
          </AdminButton>
        </>
      }
    >
      <div className="space-y-4">
        <fieldset className="grid grid-cols-4 gap-2">
          <legend className="pb-1 text-sm font-medium">How late</legend>
          {LATE_MINUTES.map((one) => (
            <AdminButton
              key={one}
              aria-pressed={one === minutes}
              className="px-1! tabular-nums"
              onClick={() => setMinutes(one)}
            >
              {one} min
            </AdminButton>
          ))}
        </fieldset>
        {followers.length === 0 && <p className="text-stone">Nobody who comes today has to wait for that.</p>}
        {noTexts && isNobodyReached && <p className="text-warn">{noTexts}, so please call.</p>}
        <ul className="space-y-4">
          {followers.map(({ booking: one, minutes: wait }) => (
            <li key={one.id} className="space-y-2">
              {waysTo(one).length > 0 ? (
                <>
                  <fieldset className="flex flex-wrap gap-x-6">
                    <legend className="font-medium">
                      {customerName(one)} · {one.appointment_time} · {wait} min
                    </legend>
                    {waysTo(one).map((way) => (
                      <Choice
                        key={way}
                        type="checkbox"
                        checked={tickedTo(one).includes(way)}
                        onChange={({ target }) => tick(one.id, { [way]: target.checked })}
                      >
                        <span className="wrap-anywhere">
                          {waysText([way])}
                          {way === 'email' && ` · ${one.customer_email}`}
                        </span>
                      </Choice>
                    ))}
                  </fieldset>
                  {tickedTo(one).length > 0 && (
                    <TextMessageArea
                      label={`${waysText(tickedTo(one))} to ${customerName(one)}`}
                      required
                      rows={3}
                      maxLength={TEXT_LENGTH}
                      value={textTo({ booking: one, minutes: wait })}
                      onChange={(text) => setWords((now) => new Map(now).set(one.id, text))}
                    />
                  )}
                </>
              ) : (
                <p className="flex flex-wrap items-center justify-between gap-2">
                  <span className="font-medium">
                    {customerName(one)} · {one.appointment_time} · {wait} min
                  </span>
                  {isHere(one) ? (
                    <span className="text-stone">Is here: please tell them</span>
                  ) : one.customer_phone ? (
                    <a
                      href={telHref(one.customer_phone)}
                      className={`${adminButtonClass('outline')} tabular-nums`}
                    >
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
