import { CalendarPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Account } from '../../../src/contracts/accounts/accounts.ts';
import {
  makeCalendarAddress,
  removeCalendarAddress,
} from '../../../src/contracts/accounts/calendar-address.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { FailureCallout } from '../../session/failure-callout.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { StylistField } from '../bookings/stylists/stylist-field.tsx';
import { useOwnStylist } from '../data/role.ts';
import { stylistName } from '../data/stylist-name.ts';
import { useTeam } from '../data/team.ts';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { SignInAgain } from '../ui/fresh-sign-in/sign-in-again.tsx';
import { useFreshAuthAction } from '../ui/fresh-sign-in/use-fresh-auth-action.ts';
import { useInstantText } from '../ui/instant-text.ts';
import { ShownOnce } from '../ui/shown-once.tsx';
import { Panel } from './panel/panel.tsx';

/** The private address by which the calendar of the user's own phone shows the appointments; off until it is made. */
export function CalendarAddressPanel({ account, onChanged }: { account: Account; onChanged: () => void }) {
  /** The address, as long as it is shown. */
  const [url, setUrl] = useState<string | null>(null);
  const { run, busy, failure, isWaiting, passwordField, signInAgain } = useFreshAuthAction(account.email);
  const instantText = useInstantText();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<HTMLHeadingElement>(null);
  const since = account.calendar_address_since;
  const { stylists, isTeam } = useTeam();
  const isStylist = useOwnStylist() !== undefined;
  const of = stylists.find(({ id }) => id === account.calendar_address_of);
  /** The id of the stylist whose appointments a new address has; empty for all. */
  const [wanted, setWanted] = useState(account.calendar_address_of ?? '');

  const make = () =>
    run(async ({ asUser }) => {
      setUrl(
        (
          await asUser((token) =>
            call(makeCalendarAddress, {
              token,
              idempotencyKey: newIdempotencyKey(),
              body: wanted === '' ? {} : { stylist_id: wanted },
            }),
          )
        ).url,
      );
      onChanged();
    });
  const remove = () =>
    run(async ({ asUser }) => {
      await asUser((token) => call(removeCalendarAddress, { token, idempotencyKey: newIdempotencyKey() }));
      setUrl(null);
      toastSuccess('Turned off', 'The address opens nothing any more.');
      onChanged();
    });

  return (
    <Panel
      heading={heading}
      title="Calendar on your phone"
      about="A private address that your phone’s own calendar reads: times, services and first names of the appointments."
    >
      <FailureCallout failure={failure} />
      {url !== null && (
        <ShownOnce
          ref={shown}
          title="Your private address"
          about="It is shown this once. Anybody who has it can read the appointments, so give it to nobody. In your phone’s calendar, choose “Add subscription calendar” or “From URL”, and paste it there."
          value={url}
          copy="Copy the address"
        >
          <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass('outline')}>
            <CalendarPlus aria-hidden="true" className="size-4" />
            Open in this device’s calendar
          </a>
        </ShownOnce>
      )}
      {url === null && (
        <p>
          {since === null
            ? 'It is turned off. With an address, your phone shows the appointments beside your own.'
            : `It is turned on since ${instantText(since)}${isTeam && of && !isStylist ? `, for the appointments of ${stylistName(of)}` : ''}. The address can’t be shown again.`}
        </p>
      )}
      {!isStylist && !isWaiting && (since !== null || url === null) && (
        <StylistField
          label={since === null ? 'Appointments' : 'Appointments of a new address'}
          className="max-w-xs"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        >
          <option value="">All</option>
        </StylistField>
      )}
      {isWaiting ? (
        <SignInAgain id="password-for-calendar" field={passwordField} busy={busy} onPassword={signInAgain} />
      ) : since === null ? (
        url === null && (
          <Button look="outline" aria-disabled={busy} onClick={make}>
            Make a private address
          </Button>
        )
      ) : (
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <ConfirmButton
            className={buttonClass('outline')}
            label="Make a new address"
            title="Make a new address?"
            question="The present one will stop working on every device that reads it."
            confirm="Yes, make a new one"
            keep="Keep the present one"
            focusAfter={[passwordField, shown]}
            onConfirm={make}
          />
          <ConfirmButton
            className={buttonClass('outline')}
            label="Turn off"
            accessibleLabel="Turn off the private address"
            title="Turn off the private address?"
            question="Calendars that read it show no appointments any more."
            confirm="Yes, turn it off"
            keep="Leave it on"
            focusAfter={[heading]}
            onConfirm={remove}
          />
        </div>
      )}
    </Panel>
  );
}
