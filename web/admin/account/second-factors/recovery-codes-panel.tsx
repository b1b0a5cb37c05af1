import { useEffect, useRef, useState } from 'react';
import { type Account, createRecoveryCodes } from '../../../../src/contracts/accounts/accounts.ts';
import { call } from '../../../api.ts';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { SignInAgain } from '../../ui/fresh-sign-in/sign-in-again.tsx';
import { useFreshAuthAction } from '../../ui/fresh-sign-in/use-fresh-auth-action.ts';
import { Panel } from '../panel/panel.tsx';
import { NewCodes } from './new-codes.tsx';

/** Recovery codes, for when the phone is lost. They are shown only once, when they are made. */
export function RecoveryCodesPanel({
  account,
  isNext,
  onChanged,
}: {
  account: Account;
  /** A second factor was just added, and there are no recovery codes yet. */
  isNext: boolean;
  onChanged: () => void;
}) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { run, busy, failure, isWaiting, passwordField, signInAgain } = useFreshAuthAction(account.email);
  const heading = useRef<HTMLHeadingElement>(null);
  const left = account.recovery_codes_left;
  const hasFactor =
    account.passkeys.length > 0 || account.factors.some(({ status }) => status === 'verified');

  useEffect(() => {
    if (!isNext) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, [isNext]);

  const make = () =>
    run(async ({ asUser }) => {
      const made = await asUser((token) => call(createRecoveryCodes, { token }));
      setCodes(made.codes);
      onChanged();
    });

  return (
    <Panel
      heading={heading}
      title="Recovery codes"
      about="For the day your phone is lost: each code stands in once for your second factor."
    >
      <FailureCallout failure={failure} />
      {codes && <NewCodes codes={codes} focusAfter={heading} onKept={() => setCodes(null)} />}
      {hasFactor ? (
        <div className="space-y-4">
          <p>
            {left > 0
              ? `${left} of 10 codes are left.`
              : isNext
                ? 'One step is left. If you lose your phone now, you can’t sign in any more: make recovery codes, and keep them somewhere safe.'
                : 'You have no recovery codes.'}
          </p>
          {isWaiting ? (
            <SignInAgain id="password-for-codes" field={passwordField} busy={busy} onPassword={signInAgain} />
          ) : left === 0 ? (
            <Button look={isNext ? 'primary' : 'outline'} aria-disabled={busy} onClick={make}>
              Make recovery codes
            </Button>
          ) : (
            <ConfirmButton
              className={buttonClass('outline')}
              label="Make new codes"
              title="Make new recovery codes?"
              question="The codes you have now will stop working."
              confirm="Yes, make new ones"
              keep="Keep the old ones"
              focusAfter={[passwordField]}
              onConfirm={make}
            />
          )}
        </div>
      ) : (
        <p className="text-stone">Set up an authenticator app, your phone or a passkey first.</p>
      )}
    </Panel>
  );
}
