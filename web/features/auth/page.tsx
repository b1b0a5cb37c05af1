import { Tabs } from 'radix-ui';
import { useEffect } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { authLinkIn } from '../../session/link.ts';
import { useLoadedSession } from '../../session/load.ts';
import { useNextPage } from '../../session/next-page.ts';
import { Callout } from '../../ui/callout.tsx';
import { LoadError } from '../../ui/loading/load-error.tsx';
import { ForgottenPasswordStep } from './forgotten-password.tsx';
import { isForPassword, kindOfStep } from './form/password-kinds.ts';
import { StepHeading } from './form/step-heading.tsx';
import { forgetInput } from './kept-input.ts';
import { LinkStep } from './link-step.tsx';
import { Loading } from './loading.tsx';
import { MailSent, sendConfirmation, useSentTo } from './mail-sent.tsx';
import { NewEmailStep } from './new-email.tsx';
import { NewPasswordStep } from './new-password.tsx';
import { SecondFactorStep } from './second-factor/step.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { USED_LINKS, UsedLinkStep } from './used-link.tsx';

/** Sign-in, sign-up, and the steps after links in mails. Users who are signed in continue to the page they wanted. */
export function AuthPage() {
  const session = useLoadedSession();
  const [query] = useSearchParams();
  const location = useLocation();
  const next = useNextPage();
  const step = query.get('step');
  const kind = kindOfStep(step);
  const link = authLinkIn(location);
  useEffect(() => {
    if (session.status === 'signed-in') forgetInput();
  }, [session.status]);

  if (link && link.kind !== 'token') return <LinkStep link={link} />;
  // The same element before and after the link is redeemed, so that the input stays.
  if (link && isForPassword(link)) return <NewPasswordStep link={link} />;
  // Users who are signed in see it, too: the mail about a changed account links here.
  if (step === 'forgot' && 'user' in session) return <ForgottenPasswordStep user={session.user} />;
  switch (session.status) {
    case 'loading':
      return <Loading />;
    case 'unavailable':
      return <Unavailable />;
    case 'code-needed':
      return <SecondFactorStep user={session.user} />;
    case 'signed-in':
      if (link) return <NewEmailStep tokenHash={link.tokenHash} user={session.user} />;
      if (kind) return <NewPasswordStep user={session.user} kind={kind} />;
      // On a slow network the next page's code takes a while.
      return (
        <div className="animate-late">
          <Navigate to={next} replace />
          <Loading />
        </div>
      );
    case 'signed-out':
      if (step === USED_LINKS.recovery) return <UsedLinkStep of="recovery" />;
      if (step === USED_LINKS.invite) return <UsedLinkStep of="invite" />;
      return (
        <div className="space-y-6">
          {link ? <Callout>{SIGN_IN_FIRST}</Callout> : <LinkCallout hasEnded={session.hasEnded ?? false} />}
          {step === 'forgot' ? <ForgottenPasswordStep /> : <SignInOrUp />}
        </div>
      );
    default:
      return session satisfies never;
  }
}

/** A new address must be confirmed by the account's own session. */
const SIGN_IN_FIRST = 'Please sign in with your former email address, to confirm the new one.';

const Outcome = z.object({ tone: z.enum(['info', 'error']), text: z.string() });

/** The outcome of a link, or why the user has to sign in again. */
function LinkCallout({ hasEnded }: { hasEnded: boolean }) {
  const { data: outcome } = Outcome.safeParse(useLocation().state);
  if (outcome) return <Callout tone={outcome.tone}>{outcome.text}</Callout>;
  return hasEnded ? <Callout>Your session has ended. Please sign in again.</Callout> : null;
}

const TABS = { signin: 'Sign In', signup: 'Sign Up' } as const;

const tabClass =
  'flex-1 min-h-12 border-b-2 border-transparent font-medium text-stone transition-colors hover:text-ink aria-selected:border-brass aria-selected:text-ink forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]';

function SignInOrUp() {
  const [query, setQuery] = useSearchParams();
  const [sentTo, setSentTo] = useSentTo();
  const tab = query.get('tab') === 'signup' ? 'signup' : 'signin';

  function show(chosen: string) {
    query.set('tab', chosen);
    setQuery(query, { replace: true });
  }

  if (sentTo !== null) {
    return (
      <MailSent
        about={
          <>
            We sent a link to <span className="wrap-anywhere text-ink">{sentTo}</span>. Please open it to
            confirm that the address is yours; then you can sign in.
          </>
        }
        send={sendConfirmation(sentTo)}
      />
    );
  }
  return (
    <div className="space-y-8">
      <StepHeading title={tab === 'signin' ? 'Welcome back' : 'Create your account'}>
        {tab === 'signup' && 'Accounts are for the salon’s staff. To book, you need none.'}
      </StepHeading>
      <Tabs.Root value={tab} onValueChange={show}>
        <Tabs.List aria-label="Sign in or up" className="mb-8 flex border-b border-line">
          {Object.entries(TABS).map(([value, label]) => (
            <Tabs.Trigger key={value} value={value} className={tabClass}>
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="signin" tabIndex={-1}>
          <SignInForm />
        </Tabs.Content>
        <Tabs.Content value="signup" tabIndex={-1}>
          <SignUpForm onSent={setSentTo} />
        </Tabs.Content>
      </Tabs.Root>
    </div>
  );
}

function Unavailable() {
  return (
    <div className="space-y-6">
      <StepHeading title="We can’t be reached just now" />
      <LoadError onRetry={() => window.location.reload()}>
        Please check your connection. If it is fine, the trouble is on our side and will soon be over.
      </LoadError>
    </div>
  );
}
