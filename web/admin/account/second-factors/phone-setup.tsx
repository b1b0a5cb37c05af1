import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { useTypedCode } from '../../../session/use-typed-code.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/form/code-field.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { phoneText } from '../../../ui/form/phone-text.ts';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { SignInAgain } from '../../ui/fresh-sign-in/sign-in-again.tsx';
import { useFreshAuthAction } from '../../ui/fresh-sign-in/use-fresh-auth-action.ts';

interface SentCode {
  readonly factorId: string;
  readonly challengeId: string;
  /** In the server's format. */
  readonly phone: string;
}

/** Asks for a number, texts a code to it, and asks for the code. */
export function PhoneSetup({
  email,
  onDone,
  onCancel,
}: {
  email: string;
  onDone: () => void;
  onCancel: () => void;
}) {
  const [sentCode, setSentCode] = useState<SentCode | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { run, busy, failure, isWaiting, signInAgain } = useFreshAuthAction(email);
  const isSent = sentCode !== null;
  useEffect(() => {
    // The code's field takes the focus itself.
    if (!isSent) heading.current?.focus();
  }, [isSent]);

  const { submit, field } = useAdminForm({
    values: { phone: '', name: '' },
    schema: z.object({
      phone: z.string().trim().min(1, 'Please enter your phone number.'),
      name: z.string().trim(),
    }),
    send: ({ phone, name }) =>
      run(async ({ client, dataOf }) => {
        const { id: factorId, phone: known } = dataOf(
          await client.mfa.enroll({ factorType: 'phone', phone, ...(name && { friendlyName: name }) }),
        );
        const challenge = await client.mfa.challenge({ factorId, channel: 'sms' });
        // A number that can't receive codes is useless as a factor.
        if (challenge.error) await client.mfa.unenroll({ factorId });
        setSentCode({ factorId, phone: known, challengeId: dataOf(challenge).id });
      }),
  });
  const sendAgain = ({ factorId }: SentCode) =>
    run(async ({ client, dataOf }) => {
      const { id: challengeId } = dataOf(await client.mfa.challenge({ factorId, channel: 'sms' }));
      setSentCode((known) => known && { ...known, challengeId });
    });
  const typedCode = useTypedCode(busy, (code) =>
    run(async ({ client, dataOf }) => {
      const { factorId, challengeId } = sentCode as SentCode;
      dataOf(await client.mfa.verify({ factorId, challengeId, code }));
      toastSuccess('Phone added', 'From now on we can text you a code when you sign in.');
      onDone();
    }),
  );
  function sendCode(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault();
    showErrors(event.currentTarget, typedCode.send);
  }
  function cancel() {
    if (sentCode) run(({ client }) => client.mfa.unenroll({ factorId: sentCode.factorId }));
    onCancel();
  }

  if (isWaiting) {
    return (
      <>
        <FailureCallout failure={failure} />
        <SignInAgain id="password-for-phone" busy={busy} onPassword={signInAgain} />
      </>
    );
  }
  return (
    <form
      noValidate
      onSubmit={sentCode ? sendCode : submit}
      className="animate-enter space-y-5 rounded-md border border-line bg-panel p-5 sm:p-6"
    >
      <div className="space-y-1">
        <h3
          ref={heading}
          tabIndex={-1}
          className="font-sans text-base font-semibold tracking-normal outline-none"
        >
          {sentCode ? 'Enter the code we sent' : 'Which phone is yours?'}
        </h3>
        <p className="text-sm text-stone">
          {sentCode
            ? `It is on its way to ${phoneText(sentCode.phone)}, and valid for 5 minutes.`
            : 'We text it a code now, and another one each time you sign in with it.'}
        </p>
      </div>
      <FailureCallout failure={failure} />
      <div className="max-w-xs space-y-5">
        {sentCode ? (
          <CodeField
            key="code"
            id="phone-code"
            label="Code from the text message"
            autoFocus
            {...typedCode.field}
          />
        ) : (
          <>
            <TextField
              key="number"
              id="phone-number"
              type="tel"
              label="Phone number"
              required
              autoComplete="tel"
              {...field('phone')}
            />
            <TextField
              id="phone-name"
              label="Name"
              hint="To tell it from another one, such as “Work phone”."
              maxLength={120}
              {...field('name')}
            />
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3 max-sm:*:flex-1">
        <Button look="outline" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={busy}>
          {sentCode ? (busy ? 'Checking...' : 'Turn it on') : busy ? 'Sending...' : 'Text me a code'}
        </Button>
        {sentCode && (
          <button
            type="button"
            aria-disabled={busy}
            onClick={() => sendAgain(sentCode)}
            className={textLinkClass}
          >
            Send another code
          </button>
        )}
      </div>
    </form>
  );
}
