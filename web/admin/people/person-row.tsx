import { type RefObject, useId, useRef } from 'react';
import type { Person } from '../../../src/contracts/accounts/people.ts';
import { useTeam } from '../data/team.ts';
import { AdminButton, adminButtonClass } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { useInstantText, useTimeText } from '../ui/instant-text.ts';
import { personName, roleText } from './person-text.ts';
import { type Invited, RoleForm } from './role-form.tsx';

const rowClass = 'flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 text-sm';

/** Somebody who can sign in. */
export function PersonRow({
  person,
  isOwn,
  isOnlyOwner,
  focusAfter,
  isChanging,
  busy,
  onChanging,
  onChange,
  onRemove,
}: {
  person: Person;
  /** Whether it is the one who looks at the page. */
  isOwn: boolean;
  /** The salon has to keep an owner. */
  isOnlyOwner: boolean;
  /** The first of them that is there gets the focus once the row is gone, or the password is asked for. */
  focusAfter: readonly RefObject<HTMLElement | null>[];
  isChanging: boolean;
  busy: boolean;
  onChanging: (isChanging: boolean) => void;
  onChange: (asked: Invited) => Promise<unknown>;
  onRemove: () => Promise<boolean>;
}) {
  const { stylists } = useTeam();
  const instantText = useInstantText();
  const why = useId();
  const button = useRef<HTMLButtonElement>(null);
  const name = personName(person);
  const { email, last_sign_in_at } = person;
  return (
    <li>
      <div className={rowClass}>
        <div className="min-w-0 flex-1 basis-56 space-y-1">
          <p className="font-medium wrap-anywhere">
            {name}
            {isOwn && <span className="font-normal text-stone"> · you</span>}
          </p>
          {name !== email && <p className="text-stone wrap-anywhere">{email}</p>}
          <p>{roleText(person, stylists)}</p>
          <p className="text-stone tabular-nums">
            {last_sign_in_at === null ? 'Never signed in' : `Last sign-in ${instantText(last_sign_in_at)}`}
          </p>
          {isOnlyOwner && (
            <p id={why} className="text-stone">
              The salon has to keep an owner: make somebody else one first.
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <AdminButton
            ref={button}
            aria-label={`Change role of ${name}`}
            aria-describedby={isOnlyOwner ? why : undefined}
            disabled={isOnlyOwner}
            aria-expanded={isChanging}
            onClick={() => onChanging(!isChanging)}
          >
            Change role
          </AdminButton>
          {isOnlyOwner ? (
            <AdminButton aria-label={`Remove ${name}`} aria-describedby={why} disabled>
              Remove
            </AdminButton>
          ) : (
            <ConfirmButton
              className={adminButtonClass()}
              label="Remove"
              accessibleLabel={`Remove ${name}`}
              title={`Remove ${isOwn ? 'yourself' : name}?`}
              question={
                isOwn
                  ? 'You can’t open the admin area any more, from this moment. Appointments and the history stay.'
                  : `${name} can’t open the admin area any more, within seconds. Appointments and the history stay${person.role === 'owner' ? '. API keys that they made end, and their webhooks are paused.' : '.'}`
              }
              confirm="Yes, remove"
              keep="Cancel"
              focusAfter={focusAfter}
              onConfirm={onRemove}
            />
          )}
        </div>
      </div>
      {isChanging && (
        <div className="px-4 pb-4">
          <RoleForm
            person={person}
            busy={busy}
            onSend={onChange}
            onCancel={() => {
              onChanging(false);
              button.current?.focus();
            }}
          />
        </div>
      )}
    </li>
  );
}

/** Somebody who was invited and can't sign in yet: they may have opened the link, but have chosen no password. */
export function InvitedRow({
  person,
  focusAfter,
  busy,
  onSendAgain,
  onWithdraw,
}: {
  person: Person;
  focusAfter: readonly RefObject<HTMLElement | null>[];
  busy: boolean;
  onSendAgain: () => Promise<boolean>;
  onWithdraw: () => Promise<boolean>;
}) {
  const { stylists } = useTeam();
  const timeText = useTimeText();
  const { email, link_ends_at } = person;
  return (
    <li className={rowClass}>
      <div className="min-w-0 flex-1 basis-56 space-y-1">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p>{roleText(person, stylists)}</p>
        <p className="text-stone tabular-nums">
          {link_ends_at === null ? 'The link has expired' : `The link works until ${timeText(link_ends_at)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <AdminButton aria-label={`Send again to ${email}`} busy={busy} onClick={() => void onSendAgain()}>
          Send again
        </AdminButton>
        <ConfirmButton
          className={adminButtonClass()}
          label="Withdraw"
          accessibleLabel={`Withdraw the invitation of ${email}`}
          title={`Withdraw the invitation of ${email}?`}
          question="The link in the mail then opens nothing."
          confirm="Yes, withdraw"
          keep="Cancel"
          focusAfter={focusAfter}
          onConfirm={onWithdraw}
        />
      </div>
    </li>
  );
}
