import { PageTitle } from '../../salon/page/page-title.tsx';
import { failureText } from '../../session/failure.ts';
import { loadClient } from '../../session/load.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { StatusPage } from '../../ui/status-page.tsx';
import { toastError } from '../../ui/toast/toast.tsx';

/** Instead of the admin area, for those who may not see it, and where their role can't be found out. */
export function Denied({
  email,
  home,
  onRetry,
}: {
  email?: string | undefined;
  /** The first page of somebody who may see others than this one. */
  home?: string;
  onRetry?: () => void;
}) {
  /** Signs out first, since the sign-in page would send a signed-in user back here. The gate then leads to it. */
  const signIn = async () => {
    try {
      const { leave } = await loadClient();
      await leave();
    } catch (error) {
      toastError('Error', failureText(error));
    }
  };
  return (
    <main>
      <PageTitle>Access Denied</PageTitle>
      <StatusPage
        title="Access Denied"
        actions={
          <>
            {onRetry && <Button onClick={onRetry}>Try again</Button>}
            {home && <ButtonLink to={home}>Back to my day</ButtonLink>}
            <Button look={onRetry || home ? 'outline' : 'primary'} onClick={signIn}>
              Sign In
            </Button>
            <ButtonLink to="/" look="outline">
              Back to Website
            </ButtonLink>
          </>
        }
      >
        <p>{home ? 'Your role doesn’t open this page.' : 'Admin access required.'}</p>
        {onRetry && <p>We couldn’t check your access just now.</p>}
        {email && (
          <p className="mt-3 text-base">
            You are signed in as <span className="wrap-anywhere text-ink">{email}</span>.
          </p>
        )}
      </StatusPage>
    </main>
  );
}
