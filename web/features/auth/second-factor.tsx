import type { User } from '@supabase/auth-js';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '../../session/use-attempt.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { AuthForm } from './auth-form.tsx';
import { StepHeading } from './heading.tsx';

type Way = 'totp' | 'phone' | 'passkey' | 'recovery';

const TEXTS: Record<Way, { ask: string; link: string }> = {
  totp: {
    ask: 'Enter the 6-digit code that your authenticator app shows.',
    link: 'Use an authenticator app',
  },
  phone: { ask: 'We can text a 6-digit code to your phone.', link: 'Use a code by text message' },
  passkey: { ask: 'Confirm that it is you with your fingerprint, face or PIN.', link: 'Use a passkey' },
  recovery: {
    ask: 'Enter one of the recovery codes that you kept. Each works once.',
    link: 'Use a recovery code',
  },
};

/** Asks for the second factor of an account that has one. */
export function SecondFactorStep({ user }: { user: User }) {
  const verified = user.factors?.filter(({ status }) => status === 'verified') ?? [];
  const app = verified.find(({ factor_type }) => factor_type === 'totp');
  const phone = verified.find(({ factor_type }) => factor_type === 'phone');
  // Where the session knows of no factor, but the server does, it was added elsewhere; most likely it is a passkey.
  const hasPasskey =
    'PublicKeyCredential' in window &&
    (verified.length === 0 || verified.some(({ factor_type }) => factor_type === 'webauthn'));
  const ways: readonly Way[] = [
    ...(app ? (['totp'] as const) : []),
    ...(phone ? (['phone'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
    'recovery',
  ];
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery');
  const { attempt, failure } = useAttempt();

  return (
    <div className="space-y-6">
      <StepHeading title="One more step">{TEXTS[way].ask}</StepHeading>
      {failure && <Notice tone="error">{failure}</Notice>}
      {way === 'totp' && app && <AppCode factorId={app.id} />}
      {way === 'phone' && phone && <PhoneCode factorId={phone.id} />}
      {way === 'passkey' && <Passkey />}
      {way === 'recovery' && <RecoveryCode />}
      <ul className="border-t border-line pt-4">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <li key={other}>
              <button type="button" className={textLinkClass} onClick={() => setWay(other)}>
                {TEXTS[other].link}
              </button>
            </li>
          ))}
        <li>
          <button
            type="button"
            className={textLinkClass}
            onClick={() => attempt(({ client }) => client.signOut({ scope: 'local' }))}
          >
            Sign in as somebody else
          </button>
        </li>
      </ul>
    </div>
  );
}

function Passkey() {
  const { attempt, busy, failure } = useAttempt();
  const confirm = () =>
    attempt(async ({ client, dataOf }) => {
      dataOf(await client.signInWithPasskey());
      toastSuccess('Welcome!');
    });
  return (
    <div className="space-y-5">
      {failure && <Notice tone="error">{failure}</Notice>}
      <Button autoFocus aria-disabled={busy} onClick={confirm} className="w-full">
        <KeyRound aria-hidden="true" className="size-4" />
        {busy ? 'Waiting for your device...' : 'Use your passkey'}
      </Button>
    </div>
  );
}

const CODE_FORM = { action: 'Continue', busyAction: 'Checking...' };

function AppCode({ factorId }: { factorId: string }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { attempt, busy, failure } = useAttempt();

  async function verify(typed: string) {
    if (typed.length < 6) return setError('Please enter all 6 digits.');
    const ok = await attempt(async ({ client, dataOf }) => {
      dataOf(await client.mfa.challengeAndVerify({ factorId, code: typed }));
      toastSuccess('Welcome!');
    });
    if (!ok) setCode('');
  }

  return (
    <AuthForm
      {...CODE_FORM}
      failure={failure}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        verify(code);
      }}
    >
      <CodeField
        id="code"
        label="Code"
        autoFocus
        value={code}
        error={error}
        onChange={(typed) => {
          setCode(typed);
          setError(undefined);
        }}
        onComplete={verify}
      />
    </AuthForm>
  );
}

function PhoneCode({ factorId }: { factorId: string }) {
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { attempt, busy, failure } = useAttempt();

  const send = () =>
    attempt(async ({ client, dataOf }) => {
      const challenge = dataOf(await client.mfa.challenge({ factorId, channel: 'sms' }));
      setChallengeId(challenge?.id ?? null);
    });
  async function verify(typed: string) {
    if (challengeId === null) return;
    if (typed.length < 6) return setError('Please enter all 6 digits.');
    const ok = await attempt(async ({ client, dataOf }) => {
      dataOf(await client.mfa.verify({ factorId, challengeId, code: typed }));
      toastSuccess('Welcome!');
    });
    if (!ok) setCode('');
  }

  if (challengeId === null) {
    return (
      <div className="space-y-5">
        {failure && <Notice tone="error">{failure}</Notice>}
        <Button autoFocus aria-disabled={busy} onClick={send} className="w-full">
          {busy ? 'Sending...' : 'Text me a code'}
        </Button>
      </div>
    );
  }
  return (
    <AuthForm
      {...CODE_FORM}
      failure={failure}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        verify(code);
      }}
      below={
        <button type="button" aria-disabled={busy} onClick={send} className={textLinkClass}>
          Send another code
        </button>
      }
    >
      <CodeField
        id="code"
        label="Code from the text message"
        autoFocus
        value={code}
        error={error}
        onChange={(typed) => {
          setCode(typed);
          setError(undefined);
        }}
        onComplete={verify}
      />
    </AuthForm>
  );
}

function RecoveryCode() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { attempt, busy, failure } = useAttempt();
  return (
    <AuthForm
      {...CODE_FORM}
      failure={failure}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() === '') return setError('Please enter a recovery code.');
        attempt(async ({ client, dataOf }) => {
          dataOf(await client.mfa.recoveryCodes.verify({ code: code.trim() }));
          toastSuccess('Welcome!');
        });
      }}
    >
      <TextField
        id="recovery-code"
        label="Recovery code"
        required
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        error={error}
        onChange={({ target }) => {
          setCode(target.value);
          setError(undefined);
        }}
      />
    </AuthForm>
  );
}
