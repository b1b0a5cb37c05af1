import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { authLinkIn } from '../../session/link.ts';
import { useLoadedSession } from '../../session/load.ts';
import { STRONGER_PASSWORD, useNextPage } from '../../session/next-page.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ForgottenPasswordStep } from './forgotten-password.tsx';
import { StepHeading } from './heading.tsx';
import { LinkStep } from './link-step.tsx';
import { NewEmailStep } from './new-email.tsx';
import { NewPasswordStep } from './new-password.tsx';
import { SecondFactorStep } from './second-factor.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { Waiting } from './waiting.tsx';

/** Signing in and up, and all that links in mails lead to. Whoever is signed in goes on to the page they wanted. */
export function AuthPage() {
  const session = useLoadedSession();
  const [query] = useSearchParams();
  const location = useLocation();
  const next = useNextPage();
  const step = query.get('step');
  const link = authLinkIn(location);

  if (link && link.kind !== 'token') return <LinkStep link={link} />;
  if (link && link.type !== 'email_change') return <NewPasswordStep link={link} />;
  switch (session.status) {
    case 'loading':
      return <Waiting />;
    case 'unavailable':
      return <Unavailable />;
    case 'code-needed':
      return <SecondFactorStep user={session.user} />;
    case 'signed-in':
      if (link) return <NewEmailStep tokenHash={link.tokenHash} user={session.user} />;
      if (step === 'new-password') return <NewPasswordStep email={session.user.email} />;
      if (step === STRONGER_PASSWORD) return <NewPasswordStep email={session.user.email} mustBeStronger />;
      return <Navigate to={next} replace />;
    case 'signed-out':
      return (
        <div className="space-y-6">
          {link ? <Notice>{SIGN_IN_FIRST}</Notice> : <Told />}
          {step === 'forgot' ? <ForgottenPasswordStep /> : <SignInOrUp />}
        </div>
      );
    default:
      return session satisfies never;
  }
}

/** The account's own session has to confirm a new address. */
const SIGN_IN_FIRST = 'Please sign in with your former email address, to confirm the new one.';

const Outcome = z.object({ tone: z.enum(['info', 'error']), text: z.string() });

/** What came of a link. */
function Told() {
  const { data: outcome } = Outcome.safeParse(useLocation().state);
  return outcome ? <Notice tone={outcome.tone}>{outcome.text}</Notice> : null;
}

const TABS = { signin: 'Sign In', signup: 'Sign Up' } as const;

const tabClass =
  'flex-1 min-h-12 border-b-2 border-transparent font-medium text-stone transition-colors hover:text-ink aria-selected:border-brass aria-selected:text-ink forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]';

function SignInOrUp() {
  const [query, setQuery] = useSearchParams();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const tab = query.get('tab') === 'signup' ? 'signup' : 'signin';

  function show(chosen: string) {
    setSentTo(null);
    query.set('tab', chosen);
    setQuery(query, { replace: true });
  }

  if (sentTo !== null) {
    return (
      <div className="space-y-6">
        <StepHeading title="Check your email">
          We sent a link to <span className="wrap-anywhere text-ink">{sentTo}</span>. It confirms your address
          and signs you in.
        </StepHeading>
        <Button look="outline" className="w-full" onClick={() => show('signin')}>
          Back to Sign In
        </Button>
      </div>
    );
  }
  return (
    <div className="space-y-8">
      <StepHeading title={tab === 'signin' ? 'Welcome back' : 'Create your account'} />
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
      <Notice
        tone="error"
        actions={
          <Button look="outline" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      >
        Please check your connection. If it is fine, the trouble is on our side and will soon be over.
      </Notice>
    </div>
  );
}
