import type { User } from '@supabase/auth-js';
import { useNavigate } from 'react-router-dom';
import { confirmEmailChange } from '../../../src/contracts/accounts/accounts.ts';
import { call } from '../../api.ts';
import { useAuthAction } from '../../session/use-auth-action.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { AuthForm } from './form/auth-form.tsx';
import { StepHeading } from './form/step-heading.tsx';

/**
 * After the link to a new address. It counts for the account that is signed in here, and once its reader says so: mail filters
 * open links, too, and whoever got the link by somebody else's mistake sees whose account it is about.
 */
export function NewEmailStep({ tokenHash, user }: { tokenHash: string; user: User }) {
  const navigate = useNavigate();
  const { run, busy, failure } = useAuthAction();
  const confirm = (event: React.FormEvent) => {
    event.preventDefault();
    return run(async ({ asUser, client }) => {
      await asUser((token) => call(confirmEmailChange, { token, body: { token: tokenHash } }));
      // The session has the old address; if it can't be renewed now, it will be later.
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
