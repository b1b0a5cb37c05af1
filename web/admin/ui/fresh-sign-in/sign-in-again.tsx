import type { RefObject } from 'react';
import { z } from 'zod';
import { useAuthAction } from '../../../session/use-auth-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { useAdminForm } from '../form/use-admin-form.ts';

/** Asks for the password before something is changed that only its owner may change. Users without one sign in again in their usual way. */
export function SignInAgain({
  id,
  field,
  busy,
  onPassword,
}: {
  /** The field's id. */
  id: string;
  field?: RefObject<HTMLInputElement | null>;
  busy: boolean;
  onPassword: (password: string) => void;
}) {
  const form = useAdminForm({
    values: { password: '' },
    schema: z.object({ password: z.string().min(1, 'Please fill in this field.') }),
    send: async ({ password }) => onPassword(password),
  });
  const { ref: register, ...bound } = form.field('password');
  const { run, busy: isLeaving } = useAuthAction();
  /** Ends the session: the gate then leads to the sign-in page, which leads back to this page. */
  const signInAnotherWay = () =>
    run(async ({ client }) => {
      const { error: failure } = await client.signOut({ scope: 'local' });
      if (failure) throw failure;
    });
  return (
    <form noValidate className="space-y-5" onSubmit={form.submit}>
      <Callout>You signed in a while ago. Please enter your password, so that we know it is you.</Callout>
      <PasswordField
        id={id}
        label="Your password"
        required
        autoFocus
        autoComplete="current-password"
        {...bound}
        ref={(input) => {
          register(input);
          if (field) field.current = input;
        }}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" look="outline" aria-disabled={busy || isLeaving}>
          {busy ? 'Checking...' : 'Go on'}
        </Button>
        <button
          type="button"
          aria-disabled={busy || isLeaving}
          onClick={signInAnotherWay}
          className={textLinkClass}
        >
          Sign in another way
        </button>
      </div>
    </form>
  );
}
