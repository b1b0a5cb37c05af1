import { useRef, useState } from 'react';
import { useSalon } from '../../../salon/salon-context.ts';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { Button } from '../../../ui/button.tsx';
import { SignInAgain } from '../../ui/fresh-sign-in/sign-in-again.tsx';
import { useFreshAuthAction } from '../../ui/fresh-sign-in/use-fresh-auth-action.ts';
import { Panel } from '../panel/panel.tsx';
import { AuthenticatorSetup, type Invitation } from './authenticator-setup.tsx';
import { CodeFactors } from './code-factors.tsx';
import type { FactorPanelProps } from './factor-panel-props.ts';

const NAME = 'Authenticator app';

/** The second factor by an authenticator app. */
export function AuthenticatorPanel({ account, onChanged, onAdded }: FactorPanelProps) {
  const { name: issuer } = useSalon();
  const heading = useRef<HTMLHeadingElement>(null);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const { run, busy, failure, isWaiting, passwordField, signInAgain } = useFreshAuthAction(account.email);
  const apps = account.factors.filter(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  );

  const begin = () =>
    run(async ({ client, dataOf }) => {
      const { id, totp } = dataOf(
        await client.mfa.enroll({ factorType: 'totp', friendlyName: NAME, issuer }),
      );
      setInvitation({ factorId: id, qrCode: totp.qr_code, secret: totp.secret, uri: totp.uri });
    });

  return (
    <Panel
      heading={heading}
      title="Authenticator app"
      about="A code that changes every 30 seconds, asked for after your password. Somebody who learns your password still can’t get in."
    >
      <FailureCallout failure={failure} />
      <CodeFactors
        factors={apps}
        name={NAME}
        run={run}
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
            run(({ client }) => client.mfa.unenroll({ factorId: invitation.factorId }));
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
