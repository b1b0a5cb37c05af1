import { Link } from 'react-router-dom';
import { ButtonLink } from '../../ui/button.tsx';
import { OpeningTimes } from './opening-times.tsx';
import { useSalon } from './salon-context.ts';
import { StreetAddress } from './street-address.tsx';

const QUICK_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/services', label: 'Services' },
  { to: '/book', label: 'Book Now' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-conditions', label: 'Terms & Conditions' },
] as const;

const linkClass = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline';

/** The same on every public page. */
export function Footer() {
  const { name, phone, phone_e164, links } = useSalon();
  return (
    <footer className="on-dark bg-plum text-white print:hidden">
      <div className="frame grid gap-x-12 gap-y-10 py-16 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="space-y-4">
          <p className="font-display text-xl">{name}</p>
          <address className="text-white/80 not-italic">
            <StreetAddress />
            <br />
            <a href={`tel:${phone_e164}`} className={`${linkClass} text-white tabular-nums`}>
              {phone}
            </a>
          </address>
          <ButtonLink to="/book" look="brass">
            Book Your Appointment Now
          </ButtonLink>
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links" className="mb-2 text-lg text-gold">
            Quick Links
          </h2>
          <ul>
            {QUICK_LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className="mb-2 text-lg text-gold">Opening Hours</h2>
          <OpeningTimes className="pt-2 text-white/80" />
        </div>
        <div>
          <h2 className="mb-2 text-lg text-gold">Follow Us</h2>
          <ul>
            <li>
              <a href={links.facebook} rel="noreferrer" target="_blank" className={linkClass}>
                Facebook
              </a>
            </li>
            <li>
              <a href={links.instagram} rel="noreferrer" target="_blank" className={linkClass}>
                Instagram
              </a>
            </li>
            <li>
              {/* biome-ignore lint/a11y/useValidAnchor: the address is agreed; there is no contact page yet. */}
              <a href="#" className={linkClass}>
                Contact Us Here
              </a>
            </li>
          </ul>
        </div>
      </div>
      <div className="border-t border-white/15">
        <p className="frame py-6 text-sm text-white/80">© 2025 {name}. All rights reserved.</p>
      </div>
    </footer>
  );
}
