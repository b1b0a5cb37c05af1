import { type RefObject, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';

/** Asks for the password before a way to sign in is added or removed. */
export function SignInAgain({
  id,
  field,
  busy,
  onPassword,
}: {
  /** Of the field. */
  id: string;
  field?: RefObject<HTMLInputElement | null>;
  busy: boolean;
  onPassword: (password: string) => void;
}) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (password === '') return setError('Please fill in this field.');
        onPassword(password);
      }}
    >
      <Notice>You signed in a while ago. Please enter your password, so that we know it is you.</Notice>
      <PasswordField
        id={id}
        ref={field}
        label="Your password"
        required
        autoFocus
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={({ target }) => {
          setPassword(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" look="outline" aria-disabled={busy}>
        {busy ? 'Checking...' : 'Go on'}
      </Button>
    </form>
  );
}
