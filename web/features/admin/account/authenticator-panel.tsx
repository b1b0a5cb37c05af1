import { useState } from 'react';
import type { Account } from '../../../../src/contracts/accounts.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { useAttempt } from '../../../session/use-attempt.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { momentText } from '../../../ui/moment.ts';
import { Notice } from '../../../ui/notice.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { AuthenticatorSetup, type Invitation } from './authenticator-setup.tsx';
import { Panel, Row, Rows } from './panel.tsx';

const NAME = 'Authenticator app';

/** A code from an app, or by text message, as the second factor. */
export function AuthenticatorPanel({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const { name: issuer } = useSalon();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const { attempt, busy, failure } = useAttempt();
  const factors = account.factors.filter(({ status }) => status === 'verified');
  const hasApp = factors.some(({ factor_type }) => factor_type === 'totp');

  const begin = () =>
    attempt(async ({ client, dataOf }) => {
      const { id, totp } = dataOf(
        await client.mfa.enroll({ factorType: 'totp', friendlyName: NAME, issuer }),
      );
      setInvitation({ factorId: id, qrCode: totp.qr_code, secret: totp.secret });
    });
  const remove = (factorId: string) =>
    attempt(async ({ client, dataOf }) => {
      dataOf(await client.mfa.unenroll({ factorId }));
      // The session names the factors that are asked for.
      dataOf(await client.refreshSession());
      toastSuccess('Second factor removed');
      onChanged();
    });

  return (
    <Panel
      title="Authenticator app"
      about="A code that changes every 30 seconds, asked for after your password. Whoever learns your password still can’t get in."
    >
      {failure && <Notice tone="error">{failure}</Notice>}
      {factors.length > 0 && (
        <Rows>
          {factors.map(({ id, friendly_name, factor_type, phone, created_at }) => (
            <Row
              key={id}
              title={friendly_name || (factor_type === 'totp' ? NAME : 'Text message')}
              detail={`${phone ? `${phone} · ` : ''}Added ${momentText(created_at)}`}
              mark="On"
            >
              <ConfirmButton
                className={textLinkClass}
                label="Remove"
                accessibleLabel={`Remove ${friendly_name || NAME}`}
                title="Remove this second factor?"
                question="Your password alone will be enough to sign in, unless you have another one."
                confirm="Yes, remove it"
                keep="Keep it"
                onConfirm={() => remove(id)}
              />
            </Row>
          ))}
        </Rows>
      )}
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
      ) : (
        !hasApp && (
          <Button look="outline" aria-disabled={busy} onClick={begin}>
            Set up an authenticator app
          </Button>
        )
      )}
    </Panel>
  );
}
