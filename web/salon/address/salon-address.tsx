import { Phone } from 'lucide-react';
import { useSalon } from '../salon-context.ts';
import { Directions } from './directions.tsx';
import { StreetAddress } from './street-address.tsx';

const linkClass = 'inline-flex min-h-11 items-center gap-2 text-ink underline underline-offset-4';

/** The salon's address, with links to a map and to a call. */
export function SalonAddress() {
  const salon = useSalon();
  return (
    <>
      <address className="not-italic">
        {salon.name}
        <br />
        <StreetAddress />
      </address>
      <p className="mt-2 flex flex-wrap gap-x-5">
        <Directions className={`${linkClass} print:hidden`}>Directions</Directions>
        {salon.phone && (
          <a href={`tel:${salon.phone_e164}`} className={`${linkClass} tabular-nums`}>
            <Phone aria-hidden="true" className="size-4" />
            {salon.phone}
          </a>
        )}
      </p>
    </>
  );
}
