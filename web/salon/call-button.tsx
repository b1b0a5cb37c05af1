import { Phone } from 'lucide-react';
import { type ButtonLook, buttonClass } from '../ui/button.tsx';
import { useSalon } from './salon-context.ts';

/** Calls the salon, if its phone is known. `verb` comes before the number, as in `Call (925) 555-0142`. */
export function CallButton({
  look,
  verb,
  className = '',
}: {
  look?: ButtonLook;
  verb?: string;
  className?: string;
}) {
  const { phone, phone_e164 } = useSalon();
  if (!phone) return null;
  return (
    <a href={`tel:${phone_e164}`} className={`${buttonClass(look)} tabular-nums ${className}`}>
      <Phone aria-hidden="true" className="size-4" />
      {verb ? `${verb} ${phone}` : phone}
    </a>
  );
}
