import { Link } from 'react-router-dom';
import { useSalon } from '../../salon/salon-context.ts';

const linkClass = 'underline underline-offset-4 hover:text-ink';

/** What a visitor wants to know before the last button: what it costs now, how to get out, and what is agreed to. */
export function Reassurance() {
  const { self_service_cutoff_hours } = useSalon();
  return (
    <p className="text-sm text-pretty text-stone">
      Nothing to pay now: you pay at the salon. Cancel or move online up to {self_service_cutoff_hours} hours
      before. By booking you agree to our{' '}
      <Link to="/terms-conditions" target="_blank" className={linkClass}>
        terms
      </Link>{' '}
      and{' '}
      <Link to="/privacy-policy" target="_blank" className={linkClass}>
        privacy policy
      </Link>
      .
    </p>
  );
}
