import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { StreetAddress } from '../../salon/address/street-address.tsx';
import { OpeningTimes } from '../../salon/opening-times.tsx';
import { useSalon } from '../../salon/salon-context.ts';
import { ButtonLink } from '../../ui/button.tsx';

const linkClass = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline';

/** The same on every public page. */
export function Footer() {
  const { name, tagline, address, phone, phone_e164, links, calls_to_action, copyright_year } = useSalon();
  const quickLinks = [
    { to: '/', label: 'Home' },
    { to: '/services', label: 'Services' },
    { to: '/book', label: calls_to_action.book_now },
    { to: '/privacy-policy', label: 'Privacy Policy' },
    { to: '/terms-conditions', label: 'Terms & Conditions' },
  ];
  const leadsSomewhere = links.facebook || links.instagram || links.contact !== '#';
  return (
    <footer className="on-dark bg-plum-deep text-white print:hidden">
      <div className="frame flex flex-wrap items-end justify-between gap-x-12 gap-y-6 pt-10 pb-7 md:gap-y-8 md:pt-20 md:pb-12">
        <div className="space-y-2">
          <p className="font-display text-2xl">{name}</p>
          <p className="text-white/80">{tagline}</p>
        </div>
        <ButtonLink to="/book" look="brass" className="max-sm:w-full">
          {calls_to_action.book_in_footer}
        </ButtonLink>
      </div>
      <div className="frame">
        <div className="grid grid-cols-2 gap-x-12 gap-y-7 border-t border-white/15 py-7 md:gap-y-10 md:py-12 lg:grid-cols-[1fr_1.2fr_1fr_1fr]">
          {(address.street || phone) && (
            <Column title="Visit" className="max-sm:col-span-2">
              <address className="pt-2 text-white/80 not-italic">
                <StreetAddress />
              </address>
              {phone && (
                <a href={`tel:${phone_e164}`} className={`${linkClass} tabular-nums`}>
                  {phone}
                </a>
              )}
            </Column>
          )}
          <Column title="Opening Hours" className="max-sm:col-span-2">
            <OpeningTimes className="pt-2 sm:max-w-72 text-white/80" />
          </Column>
          <nav aria-labelledby="footer-links">
            <h2 id="footer-links" className="text-lg text-gold">
              Quick Links
            </h2>
            <ul className="mt-1">
              {quickLinks.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={linkClass}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {leadsSomewhere && (
            <Column title="Follow Us">
              <ul className="mt-1">
                {links.facebook && (
                  <li>
                    <a href={links.facebook} rel="noreferrer" target="_blank" className={linkClass}>
                      Facebook
                    </a>
                  </li>
                )}
                {links.instagram && (
                  <li>
                    <a href={links.instagram} rel="noreferrer" target="_blank" className={linkClass}>
                      Instagram
                    </a>
                  </li>
                )}
                <li>
                  <a href={links.contact} className={linkClass}>
                    {calls_to_action.contact}
                  </a>
                </li>
              </ul>
            </Column>
          )}
        </div>
      </div>
      <p className="frame pb-8 text-sm md:pt-2 md:pb-10 text-balance text-white/80">
        © {copyright_year} {name}. All rights reserved.
      </p>
    </footer>
  );
}

function Column({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h2 className="text-lg text-gold">{title}</h2>
      {children}
    </div>
  );
}
