import { type Account, withdrawEmailChange } from '../../../src/contracts/accounts/accounts.ts';
import { call } from '../../api.ts';
import { FailureCallout } from '../../session/failure-callout.tsx';
import { EmailField, NameFields } from '../../session/person-fields.tsx';
import { useAuthAction } from '../../session/use-auth-action.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { ChangedEmail, ChangedName } from './account-forms.ts';
import { Panel } from './panel/panel.tsx';
import { useGuardedChange } from './use-guarded-change.ts';

/** Name and e-mail address. */
export function ProfilePanel({ account, onChanged }: { account: Account; onChanged: () => void }) {
  return (
    <Panel title="Profile" about="Who you are to your colleagues, and where we write to you.">
      <NameForm account={account} onChanged={onChanged} />
      <EmailForm account={account} onChanged={onChanged} />
    </Panel>
  );
}

function NameForm({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const { run, busy, failure } = useAuthAction();
  const { submit, field } = useAdminForm({
    values: { first_name: account.first_name, last_name: account.last_name },
    schema: ChangedName,
    send: (data) =>
      run(async ({ client, dataOf }) => {
        dataOf(await client.updateUser({ data }));
        toastSuccess('Name saved');
        onChanged();
      }),
  });
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FailureCallout failure={failure} />
      <NameFields first={field('first_name')} last={field('last_name')} />
      <Button type="submit" look="outline" aria-disabled={busy}>
        {busy ? 'Saving...' : 'Save name'}
      </Button>
    </form>
  );
}

function EmailForm({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const { change, busy, failure, asksPassword } = useGuardedChange();
  const { submit, field, getValues, setError, setFocus } = useAdminForm({
    values: { email: account.email, current_password: '' },
    schema: ChangedEmail,
    async send(typed) {
      if (typed.email.toLowerCase() !== account.email.toLowerCase()) await send(typed);
      else setError('email', { message: 'This is your email already. Please enter the new one.' });
    },
  });
  const withdrawal = useAuthAction();
  const withdraw = () =>
    withdrawal.run(async ({ asUser }) => {
      await asUser((token) => call(withdrawEmailChange, { token }));
      toastSuccess('Withdrawn', `You go on signing in with ${account.email}.`);
      setFocus('email');
      onChanged();
    });
  const send = async (typed: { email: string; current_password: string }) => {
    if (!(await change(typed))) return;
    toastSuccess('Check your email', `We sent a link to ${typed.email}.`);
    onChanged();
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5 border-t border-line pt-5">
      <FailureCallout failure={failure ?? withdrawal.failure} />
      {account.new_email && (
        <Callout
          actions={
            <div className="flex flex-wrap gap-x-5 gap-y-1">
              <button
                type="button"
                aria-disabled={busy}
                className={textLinkClass}
                onClick={() => send({ ...getValues(), email: account.new_email ?? '' })}
              >
                Send the link again
              </button>
              <button
                type="button"
                aria-disabled={withdrawal.busy}
                className={textLinkClass}
                onClick={withdraw}
              >
                Withdraw
              </button>
            </div>
          }
        >
          <span className="wrap-anywhere">
            Open the link that we sent to {account.new_email}. Until then you sign in with {account.email}.
          </span>
        </Callout>
      )}
      <EmailField
        autoComplete="email"
        hint="We send a link to a new address; it counts once you have opened it."
        {...field('email')}
      />
      {asksPassword && (
        <PasswordField
          id="password-for-email"
          label="Current password"
          required
          autoFocus
          autoComplete="current-password"
          {...field('current_password')}
        />
      )}
      <Button type="submit" look="outline" aria-disabled={busy}>
        {busy ? 'Sending the link...' : 'Change email'}
      </Button>
    </form>
  );
}
