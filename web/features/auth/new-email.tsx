import type { User } from '@supabase/auth-js';
import { useNavigate } from 'react-router-dom';
import { confirmEmailChange } from '../../../src/contracts/accounts/accounts.ts';
import { call } from '../../api.ts';
import { useAuthAction } from '../../session/use-auth-action.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { AuthForm } from './form/auth-form.tsx';
import { StepHeading } from './form/step-heading.tsx';

/**
 * Shown after the link that confirms a new e-mail address. It changes the account that is signed in here, and only after a
 * confirmation: mail filters open links, too, and somebody who got the link by mistake should see whose account it is.
 */
export function NewEmailStep({ tokenHash, user }: { tokenHash: string; user: User }) {
  const navigate = useNavigate();
  const { run, busy, failure } = useAuthAction();
  const confirm = (event: React.FormEvent) => {
    event.preventDefault();
    return run(async ({ asUser, client }) => {
      await asUser((token) => call(confirmEmailChange, { token, body: { token: tokenHash } }));
      // The session still has the old address. If refreshing it fails now, it will be refreshed later.
      await client.refreshSession().catch(() => {});
      toastSuccess('Email address changed');
      await navigate('/admin/account', { replace: true });
    });
  };
  return (
    <div className="space-y-6">
      <StepHeading title="Confirm your new email address">
        You are signed in as <span className="wrap-anywhere text-ink">{user.email}</span>. From now on you
        sign in with the address that we sent this link to.
      </StepHeading>
      <AuthForm
        onSubmit={confirm}
        failure={failure}
        busy={busy}
        action="Confirm new address"
        busyAction="Saving..."
      />
    </div>
  );
}
