import { useState } from 'react';
import type { Account } from '../../../../src/contracts/accounts.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AuthenticatorSetup, type Invitation } from './authenticator-setup.tsx';
import { CodeFactors } from './code-factors.tsx';
import { Panel } from './panel.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { useFreshAttempt } from './use-fresh-attempt.ts';

const NAME = 'Authenticator app';

/** A code from an app as the second factor. */
export function AuthenticatorPanel({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const { name: issuer } = useSalon();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const { attempt, busy, failure, isWaiting, signInAgain } = useFreshAttempt(account.email);
  const apps = account.factors.filter(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  );

  const begin = () =>
    attempt(async ({ client, dataOf }) => {
      const { id, totp } = dataOf(
        await client.mfa.enroll({ factorType: 'totp', friendlyName: NAME, issuer }),
      );
      setInvitation({ factorId: id, qrCode: totp.qr_code, secret: totp.secret });
    });

  return (
    <Panel
      title="Authenticator app"
      about="A code that changes every 30 seconds, asked for after your password. Whoever learns your password still can’t get in."
    >
      {failure && <Notice tone="error">{failure}</Notice>}
      <CodeFactors factors={apps} name={NAME} attempt={attempt} onChanged={onChanged} />
      {invitation ? (
        <AuthenticatorSetup
          invitation={invitation}
          onDone={() => {
            setInvitation(null);
            onChanged();
          }}
          onCancel={() => {
            setInvitation(null);
            attempt(({ client }) => client.mfa.unenroll({ factorId: invitation.factorId }));
          }}
        />
      ) : isWaiting ? (
        <SignInAgain id="password-for-app" busy={busy} onPassword={signInAgain} />
      ) : (
        apps.length === 0 && (
          <Button look="outline" aria-disabled={busy} onClick={begin}>
            Set up an authenticator app
          </Button>
        )
      )}
    </Panel>
  );
}
