import { useState } from 'react';
import type { Account } from '../../../../src/contracts/accounts.ts';
import { useAttempt } from '../../../session/use-attempt.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CodeFactors } from './code-factors.tsx';
import { Panel } from './panel.tsx';
import { PhoneSetup } from './phone-setup.tsx';

/** A code by text message as the second factor. */
export function PhonePanel({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const [adding, setAdding] = useState(false);
  const { attempt, failure } = useAttempt();
  const phones = account.factors.filter(
    ({ factor_type, status }) => factor_type === 'phone' && status === 'verified',
  );
  return (
    <Panel
      title="Text messages"
      about="A code that we text to your phone, asked for after your password. For when an app is too much; an app or a passkey is safer."
    >
      {failure && <Notice tone="error">{failure}</Notice>}
      <CodeFactors factors={phones} name="Text message" attempt={attempt} onChanged={onChanged} />
      {adding ? (
        <PhoneSetup
          email={account.email}
          onDone={() => {
            setAdding(false);
            onChanged();
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <Button look="outline" onClick={() => setAdding(true)}>
          {phones.length === 0 ? 'Add your phone' : 'Add another phone'}
        </Button>
      )}
    </Panel>
  );
}
