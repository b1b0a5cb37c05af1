import { PolicyPage } from './policy-page.tsx';

/** The terms and conditions. */
export function TermsPage() {
  return <PolicyPage name="terms" />;
}
