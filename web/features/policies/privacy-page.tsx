import { useSalon } from '../shell/salon-context.ts';
import { PolicyPage } from './policy-page.tsx';

/** What becomes of a client's data. */
export function PrivacyPage() {
  const { name, phone, address } = useSalon();
  return (
    <PolicyPage
      title="Privacy Policy"
      intro={`What ${name} knows about you, why, and what you can do about it.`}
      clauses={[
        {
          title: 'What we collect',
          text: 'Your name, email, phone number, the appointments you book, and notes that you or your stylist write about them.',
        },
        {
          title: 'How we use it',
          text: 'To plan your appointment and to send you SMS notifications about it, which you agree to when you book.',
        },
        {
          title: 'Sharing',
          text: 'We do not sell your data. Your phone number goes to the service that delivers our SMS, and to no one else.',
        },
        {
          title: 'Security',
          text: 'Your details are stored encrypted, and your appointment is shown only to you, through your private link, and to our staff.',
        },
        {
          title: 'Your rights',
          text: 'You may ask to see, correct or erase what we hold about you. Reply STOP to any SMS to receive no more.',
        },
        {
          title: 'Cookies',
          text: 'This website sets no advertising or tracking cookies. What you type while booking stays in your browser tab until you send it.',
        },
        {
          title: 'Photography',
          text: 'We photograph your hair, and show the picture, only with your consent. You may take it back at any time.',
        },
        {
          title: 'Contact',
          text: `Call ${phone} or write to ${name}, ${address.street}, ${address.city}, ${address.region} ${address.postal_code}.`,
        },
      ]}
    />
  );
}
