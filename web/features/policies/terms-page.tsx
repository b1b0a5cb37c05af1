import { PolicyPage } from './policy-page.tsx';

/** What the salon and its clients may expect of each other. */
export function TermsPage() {
  return <PolicyPage name="terms" />;
}
