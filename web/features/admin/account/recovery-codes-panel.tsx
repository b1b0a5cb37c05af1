import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Account, createRecoveryCodes } from '../../../../src/contracts/accounts.ts';
import { call } from '../../../api.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { useAttempt } from '../../../session/use-attempt.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Panel } from './panel.tsx';

/** Codes for the day the phone is lost. They can be shown only when they are made. */
export function RecoveryCodesPanel({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { attempt, busy, failure } = useAttempt();
  const left = account.recovery_codes_left;
  const hasFactor =
    account.passkeys.length > 0 || account.factors.some(({ status }) => status === 'verified');

  const make = () =>
    attempt(async ({ asUser }) => {
      const made = await asUser((token) => call(createRecoveryCodes, { token }));
      setCodes(made.codes);
      onChanged();
    });

  return (
    <Panel
      title="Recovery codes"
      about="For the day your phone is lost: each code stands in once for your second factor."
    >
      {failure && <Notice tone="error">{failure}</Notice>}
      {codes ? (
        <NewCodes codes={codes} onKept={() => setCodes(null)} />
      ) : hasFactor ? (
        <div className="space-y-4">
          <p>{left === 0 ? 'You have no recovery codes.' : `${left} of 10 codes are left.`}</p>
          {left === 0 ? (
            <Button look="outline" aria-disabled={busy} onClick={make}>
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

function NewCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { name } = useSalon();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  const file = `Recovery codes for ${name}\nEach works once, in the place of your second factor.\n\n${text}\n`;
  return (
    <div className="animate-enter space-y-5 rounded-md border border-line bg-panel p-5 sm:p-6">
      <div className="space-y-1">
        <h3 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold tracking-normal">
          Keep these codes now
        </h3>
        <p className="text-sm text-stone">
          They are shown this once. Print them, or put them where you keep passwords.
        </p>
      </div>
      <ol className="grid grid-cols-1 gap-x-8 gap-y-1.5 font-medium tabular-nums select-all min-[24rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex gap-3 max-sm:flex-col sm:flex-wrap sm:items-center">
        <CopyButton text={text} label="Copy the codes" />
        <Button
          look="outline"
          onClick={() => saveFile(new Blob([file], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          <Download aria-hidden="true" className="size-4" />
          Save as a file
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  );
}
