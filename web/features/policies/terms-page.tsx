import { useSalon } from '../shell/salon-context.ts';
import { PolicyPage } from './policy-page.tsx';

/** What the salon and its clients may expect of each other. */
export function TermsPage() {
  const { name, phone, policy_notice_hours } = useSalon();
  return (
    <PolicyPage
      title="Terms & Conditions"
      intro={`What you and ${name} can expect of each other.`}
      clauses={[
        {
          title: 'Appointments',
          text: `Please give us ${policy_notice_hours} hours' notice if you need to cancel or change an appointment, so that we can offer the time to someone else.`,
        },
        {
          title: 'Payment',
          text: 'Payment is due at the time of service. Where a price varies, we agree on it with you at the consultation, before we begin.',
        },
        {
          title: 'Service guarantee',
          text: 'If you are not happy with your result, tell us within 7 days and we will put it right.',
        },
        {
          title: 'Health and safety',
          text: 'Chemical services need a patch test 48 hours before the appointment. Please tell us of allergies, skin conditions and earlier treatments.',
        },
        {
          title: 'Liability',
          text: 'We work with care. We cannot answer for results that depend on treatments or conditions we were not told about.',
        },
        {
          title: 'Privacy and photos',
          text: `We take and show photos of your hair only if you agree. How we treat your data is told in our privacy policy; for any question call ${phone}.`,
        },
      ]}
    />
  );
}
