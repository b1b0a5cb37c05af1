import { useRef, useState } from 'react';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { Button } from '../../../ui/button.tsx';
import { SignInAgain } from '../../ui/fresh-sign-in/sign-in-again.tsx';
import { useFreshAuthAction } from '../../ui/fresh-sign-in/use-fresh-auth-action.ts';
import { Panel } from '../panel/panel.tsx';
import { CodeFactors } from './code-factors.tsx';
import type { FactorPanelProps } from './factor-panel-props.ts';
import { PhoneSetup } from './phone-setup.tsx';

/** The second factor by text message. */
export function PhonePanel({ account, onChanged, onAdded }: FactorPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [adding, setAdding] = useState(false);
  const { run, busy, failure, isWaiting, passwordField, signInAgain } = useFreshAuthAction(account.email);
  const phones = account.factors.filter(
    ({ factor_type, status }) => factor_type === 'phone' && status === 'verified',
  );
  return (
    <Panel
      heading={heading}
      title="Text messages"
      about="A code that we text to your phone, asked for after your password. For when an app is too much; an app or a passkey is safer."
    >
      <FailureCallout failure={failure} />
      <CodeFactors
        factors={phones}
        name="Text message"
        run={run}
        onChanged={onChanged}
        focusAfter={[passwordField, heading]}
      />
      {isWaiting ? (
        <SignInAgain id="password-for-phones" field={passwordField} busy={busy} onPassword={signInAgain} />
      ) : adding ? (
        <PhoneSetup
          email={account.email}
          onDone={() => {
            setAdding(false);
            if (!onAdded()) heading.current?.focus();
          }}
          onCancel={() => {
            setAdding(false);
            heading.current?.focus();
          }}
        />
      ) : (
        <Button look="outline" onClick={() => setAdding(true)}>
          {phones.length === 0 ? 'Add your phone' : 'Add another phone'}
        </Button>
      )}
    </Panel>
  );
}
