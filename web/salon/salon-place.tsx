import { Phone } from 'lucide-react';
import { mapLink } from './map-link.ts';
import { useSalon } from './salon-context.ts';

const linkClass = 'inline-flex min-h-11 items-center gap-2 text-ink underline underline-offset-4';

/** Links to a map and to a call, below the salon's address. */
export function WaysToUs() {
  const salon = useSalon();
  return (
    <p className="mt-2 flex flex-wrap gap-x-5">
      <a href={mapLink(salon)} target="_blank" rel="noreferrer" className={`${linkClass} print:hidden`}>
        Directions
      </a>
      <a href={`tel:${salon.phone_e164}`} className={`${linkClass} tabular-nums`}>
        <Phone aria-hidden="true" className="size-4" />
        {salon.phone}
      </a>
    </p>
  );
}
