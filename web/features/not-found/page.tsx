import { ButtonLink } from '../../ui/button.tsx';
import { StatusPage } from '../../ui/status-page.tsx';
import { PageTitle } from '../shell/page-title.tsx';

/** Any address that leads nowhere. */
export function NotFoundPage() {
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <StatusPage title="Oops! Page not found" actions={<ButtonLink to="/">Return to Home</ButtonLink>}>
        <p>The address may have been mistyped, or the page has moved.</p>
      </StatusPage>
    </>
  );
}
