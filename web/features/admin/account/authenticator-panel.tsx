import { useRef, useState } from 'react';
import type { Account } from '../../../../src/contracts/accounts/accounts.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { AuthenticatorSetup, type Invitation } from './authenticator-setup.tsx';
import { CodeFactors } from './code-factors.tsx';
import { Panel } from './panel.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { useFreshAttempt } from './use-fresh-attempt.ts';

const NAME = 'Authenticator app';

/** A code from an app as the second factor. */
export function AuthenticatorPanel({
  account,
  onChanged,
  onAdded,
}: {
  account: Account;
  onChanged: () => void;
  /** @returns whether the focus goes on from here */
  onAdded: () => boolean;
}) {
  const { name: issuer } = useSalon();
  const heading = useRef<HTMLHeadingElement>(null);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const { attempt, busy, failure, isWaiting, passwordField, signInAgain } = useFreshAttempt(account.email);
  const apps = account.factors.filter(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  );

  const begin = () =>
    attempt(async ({ client, dataOf }) => {
      const { id, totp } = dataOf(
        await client.mfa.enroll({ factorType: 'totp', friendlyName: NAME, issuer }),
      );
      setInvitation({ factorId: id, qrCode: totp.qr_code, secret: totp.secret, uri: totp.uri });
    });

  return (
    <Panel
      heading={heading}
      title="Authenticator app"
      about="A code that changes every 30 seconds, asked for after your password. Whoever learns your password still can’t get in."
    >
      <FailureNotice failure={failure} />
      <CodeFactors
        factors={apps}
        name={NAME}
        attempt={attempt}
        onChanged={onChanged}
        focusAfter={[passwordField, heading]}
      />
      {invitation ? (
        <AuthenticatorSetup
          invitation={invitation}
          onDone={() => {
            setInvitation(null);
            if (!onAdded()) heading.current?.focus();
          }}
          onCancel={() => {
            setInvitation(null);
            heading.current?.focus();
            attempt(({ client }) => client.mfa.unenroll({ factorId: invitation.factorId }));
          }}
        />
      ) : isWaiting ? (
        <SignInAgain id="password-for-app" field={passwordField} busy={busy} onPassword={signInAgain} />
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
