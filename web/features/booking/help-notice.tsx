import { MessageCircle } from 'lucide-react';
import { useSalon } from '../../salon/salon-context.ts';

/** How to book when the online system fails. */
export function HelpNotice() {
  const { phone, phone_e164 } = useSalon();
  return (
    <p className="flex max-w-2xl gap-3 text-sm text-balance text-stone">
      <MessageCircle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
      <span>
        If the online system shows an error, send us an SMS with your name, requested date and service to{' '}
        <a
          href={`sms:${phone_e164}`}
          className="relative font-medium whitespace-nowrap text-ink tabular-nums underline underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3.5"
        >
          {phone}
        </a>
        .
      </span>
    </p>
  );
}
