import { type Ref, useEffect, useRef, useState } from 'react';
import type { CodeWay } from '../../../../src/contracts/problem.ts';
import { CODES_APART_SECONDS } from '../../../../src/salon/booking-limits.ts';
import { CallButton } from '../../../salon/call-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/form/code-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import type { AskedCode } from './use-contact-code.ts';

/** The server sends no second code to the same contact within this time. */
const AGAIN_AFTER_MS = CODES_APART_SECONDS * 1_000;

const SEND = { sms: 'Text me a code', email: 'Email me a code' } as const;
const OTHER_WAY = { sms: 'Text me a code instead', email: 'Email me a code instead' } as const;

/** Asks for a code during the checkout, which proves that the salon can reach the visitor. */
export function CodePanel({
  asked: { code, trouble, isBusy, round },
  contacts,
  onSend,
  onAnswer,
  onGiveUp,
}: {
  asked: AskedCode;
  /** The contacts that codes are sent to, as typed. */
  contacts: Readonly<Record<CodeWay, string>>;
  onSend: (by: CodeWay) => void;
  onAnswer: (code: string) => void;
  onGiveUp: () => void;
}) {
  const { by, sent } = code;
  const panel = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // Each code has another expiry, which distinguishes it from earlier ones.
  const codeKey = sent?.expires_at;
  const canSendAgain = useIsSentForLong(codeKey);

  // biome-ignore lint/correctness/useExhaustiveDependencies: again in each round.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' });
    // While there is no field yet, the panel itself gets the focus.
    (codeKey === undefined ? panel : field).current?.focus({ preventScroll: true });
  }, [codeKey, round]);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="code-heading"
      className="scroll-my-4 animate-enter space-y-4 rounded-md border border-brass bg-panel p-5"
    >
      <h3 id="code-heading" className="text-lg font-medium">
        One more step
      </h3>
      {sent ? (
        <CodeForm key={round} field={field} isBusy={isBusy} trouble={trouble} onAnswer={onAnswer}>
          We sent six digits to <strong className="font-medium break-words">{contacts[sent.by]}</strong>. They
          work for ten minutes, and your time stays held.
        </CodeForm>
      ) : (
        <>
          <p>
            Many bookings are coming in just now, so we would like to see that we can reach you. We send you a
            code of six digits; your time stays held meanwhile.
          </p>
          {trouble && <Trouble>{trouble}</Trouble>}
          <div className="flex flex-wrap gap-3">
            {by.map((way, index) => (
              <Button
                key={way}
                look={index === 0 ? 'primary' : 'outline'}
                aria-disabled={isBusy}
                onClick={() => isBusy || onSend(way)}
              >
                {SEND[way]}
              </Button>
            ))}
          </div>
        </>
      )}
      <p className="sr-only" role="status">
        {isBusy ? 'One moment...' : ''}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line pt-3">
        {sent && canSendAgain && by.includes(sent.by) && (
          <PlainButton isBusy={isBusy} onClick={() => onSend(sent.by)}>
            Send another code
          </PlainButton>
        )}
        {sent &&
          by
            .filter((way) => way !== sent.by)
            .map((way) => (
              <PlainButton key={way} isBusy={isBusy} onClick={() => onSend(way)}>
                {OTHER_WAY[way]}
              </PlainButton>
            ))}
        <PlainButton isBusy={isBusy} onClick={onGiveUp}>
          Change my details
        </PlainButton>
        <CallButton look="outline" verb="Call" />
      </div>
    </section>
  );
}

function CodeForm({
  field,
  isBusy,
  trouble,
  onAnswer,
  children,
}: {
  field: Ref<HTMLInputElement>;
  isBusy: boolean;
  trouble: string | null;
  onAnswer: (code: string) => void;
  children: React.ReactNode;
}) {
  const [typed, setTyped] = useState('');
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && typed.length === 6) onAnswer(typed);
      }}
    >
      <p>{children}</p>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full max-w-48">
          <CodeField
            ref={field}
            id="booking-code"
            label="Your code"
            value={typed}
            readOnly={isBusy}
            onChange={setTyped}
            onComplete={(code) => isBusy || onAnswer(code)}
          />
        </div>
        <Button type="submit" className="min-h-13" aria-disabled={isBusy || typed.length < 6}>
          {isBusy ? 'Checking...' : 'Confirm and book'}
        </Button>
      </div>
      {trouble && <Trouble>{trouble}</Trouble>}
    </form>
  );
}

const Trouble = ({ children }: { children: string }) => (
  <p role="alert" className="font-medium text-bad">
    {children}
  </p>
);

function PlainButton({
  isBusy,
  onClick,
  children,
}: {
  isBusy: boolean;
  onClick: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      className={textLinkClass}
      aria-disabled={isBusy}
      onClick={() => isBusy || onClick()}
    >
      {children}
    </button>
  );
}

/** True some time after the code was sent. */
function useIsSentForLong(codeKey: string | undefined): boolean {
  const [old, setOld] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setOld(codeKey), AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [codeKey]);
  return codeKey !== undefined && old === codeKey;
}
