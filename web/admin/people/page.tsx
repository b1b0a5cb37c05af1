import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  changePerson,
  invitePerson,
  type Person,
  removePerson,
} from '../../../src/contracts/accounts/people.ts';
import { call } from '../../api.ts';
import { FailureCallout } from '../../session/failure-callout.tsx';
import { useSession } from '../../session/store.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { PEOPLE } from '../data/people.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { AdminButton } from '../ui/button.tsx';
import { SignInAgain } from '../ui/fresh-sign-in/sign-in-again.tsx';
import { useKeyedAction } from '../ui/fresh-sign-in/use-keyed-action.ts';
import { countText } from '../ui/number-text.ts';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { SettingsTabs } from '../ui/page/settings-tabs.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';
import { InvitedRow, PersonRow } from './person-row.tsx';
import { personName } from './person-text.ts';
import { type Invited, RoleForm } from './role-form.tsx';

/** Choosing a password causes no event, so live updates don't announce who has come in. */
const LOOK_AGAIN_MS = 10_000;

/** The people who work in the salon, with their roles, and the invited ones. */
export function PeoplePage() {
  const { data, error, reload } = useAdminQuery(PEOPLE, 'all', {
    againAfterMs: (body) => body?.people.some(({ invited }) => invited) === true && LOOK_AGAIN_MS,
  });
  const session = useSession();
  const ownId = session.status === 'signed-in' ? session.user.id : undefined;
  const [isInviting, setInviting] = useState(false);
  const [changed, setChanged] = useState<string | null>(null);
  const { act, busy, failure, isWaiting, passwordField, signInAgain } = useKeyedAction();
  const list = useRef<HTMLUListElement>(null);
  const inviteButton = useRef<HTMLButtonElement>(null);
  const people = data?.people ?? [];
  const here = people.filter(({ invited }) => !invited);
  const waiting = people.filter(({ invited }) => invited);
  const owners = here.filter(({ role }) => role === 'owner');

  /** Somebody who has changed their own role sees other pages from now on. */
  function shown(id: string) {
    if (id === ownId) return window.location.reload();
    reload();
    requestAnimationFrame(() => list.current?.focus());
  }

  const invite = (body: Invited) =>
    act(
      `invite ${JSON.stringify(body)}`,
      (options) => call(invitePerson, { ...options, body }),
      ({ id, invited, email }) => {
        setInviting(false);
        toastSuccess(
          invited ? 'Invitation sent' : 'Role given',
          invited
            ? `${email} gets a link that works once, within an hour.`
            : `${email} has an account already.`,
        );
        shown(id);
      },
    );
  const sendAgain = ({ email, role, stylist_id }: Person) =>
    invite({ email, role, ...(stylist_id !== null && { stylist_id }) });
  const change =
    ({ id }: Person) =>
    ({ role, stylist_id }: Invited) => {
      const body = { role, ...(stylist_id !== undefined && { stylist_id }) };
      return act(
        `change ${id} ${JSON.stringify(body)}`,
        (options) => call(changePerson, { ...options, params: { id }, body }),
        (person) => {
          setChanged(null);
          toastSuccess('Role changed', personName(person));
          shown(id);
        },
      );
    };
  const remove = (person: Person) =>
    act(
      `remove ${person.id}`,
      (options) => call(removePerson, { ...options, params: { id: person.id } }),
      () => {
        toastSuccess(person.invited ? 'Invitation withdrawn' : 'Access removed', personName(person));
        shown(person.id);
      },
    );

  return (
    <div>
      <SettingsTabs />
      <PageHeader
        title="People"
        count={data && countText(here.length, 'person', 'people')}
        action={
          <AdminButton ref={inviteButton} look="primary" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden="true" className="size-4" />
            Invite somebody
          </AdminButton>
        }
      />
      {error && !data && <FailedState what="The people couldn’t be loaded" error={error} onRetry={reload} />}
      {!data && !error && <RowsSkeleton rows={3} label="Loading the people..." />}
      {data && (
        <div className="space-y-6">
          <FailureCallout failure={failure} />
          {isWaiting && (
            <div className="max-w-3xl rounded-md border border-line bg-panel p-5">
              <SignInAgain
                id="password-for-people"
                field={passwordField}
                busy={busy}
                onPassword={signInAgain}
              />
            </div>
          )}
          {isInviting && (
            <div hidden={isWaiting}>
              <RoleForm
                busy={busy}
                onSend={invite}
                onCancel={() => {
                  setInviting(false);
                  requestAnimationFrame(() => inviteButton.current?.focus());
                }}
              />
            </div>
          )}
          <ul
            ref={list}
            tabIndex={-1}
            aria-label="People"
            className="max-w-3xl divide-y divide-line rounded-md border border-line bg-panel outline-none"
          >
            {here.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isOwn={person.id === ownId}
                isOnlyOwner={person.role === 'owner' && owners.length === 1}
                focusAfter={[passwordField, list]}
                isChanging={changed === person.id}
                busy={busy}
                onChanging={(isChanging) => setChanged(isChanging ? person.id : null)}
                onChange={change(person)}
                onRemove={() => remove(person)}
              />
            ))}
          </ul>
          {waiting.length > 0 && (
            <PagePanel title="Invited">
              <ul
                aria-label="Invited"
                className="max-w-3xl divide-y divide-line rounded-md border border-line bg-panel"
              >
                {waiting.map((person) => (
                  <InvitedRow
                    key={person.id}
                    person={person}
                    focusAfter={[passwordField, list]}
                    busy={busy}
                    onSendAgain={() => sendAgain(person)}
                    onWithdraw={() => remove(person)}
                  />
                ))}
              </ul>
            </PagePanel>
          )}
          {people.length === 1 && !isInviting && (
            <p className="max-w-3xl text-sm text-stone">
              You are the only one. Invite whoever works with you: each signs in with an account of their own,
              and sees only what their role needs.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
