import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { StepHeading } from './form/step-heading.tsx';

/** The steps for links that no longer work: of a mail, and the first administrator's. */
export const USED_LINKS = { recovery: 'used-link', invite: 'used-invitation' } as const;

/** Shown after a password link that was already used or has expired: what to do instead. */
export function UsedLinkStep({ of }: { of: keyof typeof USED_LINKS }) {
  const next = useNextPage();
  const isOfMail = of === 'recovery';
  return (
    <div className="space-y-6">
      <StepHeading title="This link has been used or has expired">
        {isOfMail
          ? 'A link works once, within an hour. If you have chosen a password with it, you can sign in.'
          : 'It works once, within 30 minutes or, from a mail, an hour. If you have chosen a password with it, you can sign in; otherwise ask for a new invitation, or restart the service to get a new link.'}
      </StepHeading>
      <Callout tone="error">Email link is invalid or has expired</Callout>
      <div className="flex flex-col gap-3">
        {isOfMail && <ButtonLink to={signInAddress(next, { step: 'forgot' })}>Send me a new link</ButtonLink>}
        <ButtonLink to={signInAddress(next)} look={isOfMail ? 'outline' : 'primary'}>
          Sign In
        </ButtonLink>
      </div>
    </div>
  );
}
