import type { ComponentProps } from 'react';
import { AuthForm } from '../form/auth-form.tsx';

/** Asks for a code, and says what to do if it was wrong. */
export function CodeForm({
  help,
  onSubmit,
  ...form
}: Pick<ComponentProps<typeof AuthForm>, 'failure' | 'busy' | 'below' | 'children'> & {
  help: string;
  onSubmit: () => void;
}) {
  return (
    <AuthForm
      {...form}
      action="Continue"
      busyAction="Checking..."
      help={form.failure?.code === 'mfa_verification_failed' && help}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
