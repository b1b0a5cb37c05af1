import { Link } from 'react-router-dom';
import { useSalon } from '../../salon/salon-context.ts';

const linkClass = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline';

/** One line, or two on a phone, where visitors book or change an appointment and nothing should lead them away. */
export function SlimFooter() {
  const { name, phone, phone_e164, copyright_year } = useSalon();
  return (
    <footer className="border-t border-line print:hidden">
      <div className="frame flex flex-wrap items-center gap-x-4 py-3 sm:gap-x-6 text-sm text-stone">
        <p className="mr-auto min-h-11 content-center max-sm:w-full">
          © {copyright_year} {name}
        </p>
        <Link to="/privacy-policy" className={linkClass}>
          Privacy Policy
        </Link>
        <Link to="/terms-conditions" className={linkClass}>
          Terms & Conditions
        </Link>
        <a href={`tel:${phone_e164}`} className={`${linkClass} tabular-nums`}>
          {phone}
        </a>
      </div>
    </footer>
  );
}
