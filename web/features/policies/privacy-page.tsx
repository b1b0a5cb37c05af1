import { PolicyPage } from './policy-page.tsx';

/** What becomes of a client's data. */
export function PrivacyPage() {
  return <PolicyPage name="privacy" />;
}
