import type { Account } from '../../../src/contracts/accounts/accounts.ts';
import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from '../../../src/contracts/accounts/auth.ts';
import { FailureCallout } from '../../session/failure-callout.tsx';
import { passwordHint } from '../../session/typed-fields.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { changedPassword } from './account-forms.ts';
import { Panel } from './panel/panel.tsx';
import { useGuardedChange } from './use-guarded-change.ts';

/** Changes the password, or sets one for a user who has only signed in by another service. */
export function PasswordPanel({ account }: { account: Account }) {
  const min = account.role === 'admin' ? ADMIN_PASSWORD_MIN : PASSWORD_MIN;
  const { change, busy, failure, asksPassword } = useGuardedChange();
  const { submit, field, reset } = useAdminForm({
    values: { current_password: '', password: '' },
    schema: changedPassword(min),
    async send(typed) {
      if (!(await change(typed))) return;
      reset();
      toastSuccess('Password changed', 'You were signed out everywhere else.');
    },
  });
  return (
    <Panel title="Password" about="Changing it signs you out everywhere else.">
      <form noValidate onSubmit={submit} className="space-y-5">
        <FailureCallout failure={failure} />
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={account.email} readOnly hidden />
        {asksPassword && (
          <PasswordField
            id="current-password"
            label="Current password"
            required
            autoFocus
            autoComplete="current-password"
            {...field('current_password')}
          />
        )}
        <PasswordField
          id="new-password"
          label="New password"
          required
          autoComplete="new-password"
          hint={passwordHint(min)}
          {...field('password')}
        />
        <Button type="submit" look="outline" aria-disabled={busy}>
          {busy ? 'Saving...' : 'Change password'}
        </Button>
      </form>
    </Panel>
  );
}
