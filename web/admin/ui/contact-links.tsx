import { useSalon } from '../../salon/salon-context.ts';
import { phoneAsTyped } from '../../ui/phone-text.ts';

const linkClass = 'underline decoration-brass underline-offset-4 wrap-anywhere';

/** A number to call, as it was typed; one of digits alone is punctuated. */
export function PhoneLink({ phone }: { phone: string }) {
  const { address } = useSalon();
  return (
    <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={`${linkClass} tabular-nums`}>
      {phoneAsTyped(phone, address.country)}
    </a>
  );
}

/** An address to mail to. */
export const EmailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`} className={linkClass}>
    {email}
  </a>
);
