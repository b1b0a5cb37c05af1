import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { FailureCallout } from '../../session/failure-callout.tsx';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { useAuthAction } from '../../session/use-auth-action.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { StepHeading } from './form/step-heading.tsx';

type SendMail = Parameters<ReturnType<typeof useAuthAction>['run']>[0];

/** Sends the link again that confirms the address of a new account. */
export const sendConfirmation =
  (email: string): SendMail =>
  async ({ client, dataOf, addressOf }) =>
    dataOf(await client.resend({ type: 'signup', email, options: { emailRedirectTo: addressOf('/') } }));

const State = z.object({ sentTo: z.string() });

/** The address that a mail was sent to. It is stored in the history entry: a reload keeps it, and Back leads to the form. */
export function useSentTo(): readonly [string | null, (email: string) => void] {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { data } = State.safeParse(state);
  return [data?.sentTo ?? null, (sentTo) => navigate(pathname + search, { state: { sentTo } })];
}

/** Shown after a mail with a link was sent: what the link does, and what to do if the mail doesn't arrive. */
export function MailSent({
  about,
  send,
}: {
  about: ReactNode;
  /** Sends the mail again. */
  send: SendMail;
}) {
  const next = useNextPage();
  const navigate = useNavigate();
  const { run, busy, failure } = useAuthAction();
  const [isSentAgain, setIsSentAgain] = useState(false);

  async function sendAgain() {
    if (!(await run(send))) return;
    setIsSentAgain(true);
    toastSuccess('Check your email', 'We sent the mail again.');
  }
  return (
    <div className="space-y-6">
      <StepHeading title="Check your email">{about}</StepHeading>
      <p className="text-stone">
        The link works once, within an hour. If the mail isn’t there in a few minutes, look among unwanted
        mail.
      </p>
      <FailureCallout failure={failure} />
      <div className="flex flex-col gap-3">
        <Button look="outline" aria-disabled={busy} onClick={sendAgain}>
          {busy ? 'Sending...' : isSentAgain ? 'Sent. Send it once more' : 'Send it again'}
        </Button>
        <Button look="outline" onClick={() => navigate(-1)}>
          Use another address
        </Button>
        <ButtonLink to={signInAddress(next)} look="outline">
          Back to Sign In
        </ButtonLink>
      </div>
    </div>
  );
}
