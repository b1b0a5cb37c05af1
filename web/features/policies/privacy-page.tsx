import { PolicyPage } from './policy-page.tsx';

/** The privacy policy. */
export function PrivacyPage() {
  return <PolicyPage name="privacy" />;
}
