import { Phone } from 'lucide-react';
import { type ButtonLook, buttonClass } from '../ui/button.tsx';
import { useSalon } from './salon-context.ts';

/** Calls the salon; `verb` stands before the number. */
export function CallButton({ look, verb }: { look?: ButtonLook; verb?: string }) {
  const { phone, phone_e164 } = useSalon();
  return (
    <a href={`tel:${phone_e164}`} className={`${buttonClass(look)} tabular-nums`}>
      <Phone aria-hidden="true" className="size-4" />
      {verb ? `${verb} ${phone}` : phone}
    </a>
  );
}
