import { Phone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { pageAt } from '../../../src/contracts/salon/site-pages.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MAIN_LINKS } from './main-links.ts';
import { SmallMenu } from './small-menu.tsx';

/** Past this many pixels the header is solid. */
const SOLID_AFTER = 50;

/**
 * Fixed on top of every page: transparent until the page is scrolled or the small menu is open. The latter is styled
 * in CSS alone, since the menu opens before the page is hydrated.
 */
export function Header() {
  const { name, tagline, phone, phone_e164, calls_to_action } = useSalon();
  const { pathname } = useLocation();
  const scrolled = useScrolled();
  const light = !scrolled && pageAt(pathname)?.darkTop === true;

  return (
    <header
      className={`group [--header-height:4.5rem] fixed inset-x-0 top-0 z-40 border-b transition-colors has-popover-open:border-line has-popover-open:bg-ivory print:hidden ${
        scrolled ? 'border-line bg-ivory' : 'border-transparent'
      } ${light ? 'on-dark bg-linear-to-b from-plum-deep/80 to-transparent bg-origin-border text-white off-dark:bg-none off-dark:text-ink' : 'text-ink'}`}
    >
      <div className="frame flex h-(--header-height) items-center justify-between gap-4">
        <Link to="/" className="flex min-h-11 min-w-0 flex-col justify-center leading-none">
          <span className="line-clamp-2 font-display text-lg leading-6 wrap-anywhere">{name}</span>
          <span className="truncate text-sm leading-5 opacity-85">{tagline}</span>
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {MAIN_LINKS.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="flex min-h-11 items-center rounded-md px-3 underline-offset-8 hover:underline aria-[current=page]:underline"
            >
              {label}
            </NavLink>
          ))}
          {phone && (
            <a
              href={`tel:${phone_e164}`}
              className="flex min-h-11 items-center gap-2 rounded-md px-3 tabular-nums underline-offset-8 hover:underline"
            >
              <Phone aria-hidden="true" className="size-4" />
              <span className="sr-only">Call </span>
              <span className="hidden lg:inline">{phone}</span>
              <span className="lg:hidden">Call</span>
            </a>
          )}
          <NavLink to="/book" className={`${buttonClass(light ? 'brass' : 'primary')} ml-2 min-h-11 px-5`}>
            {calls_to_action.book_now}
          </NavLink>
        </nav>
        <div className="flex shrink-0 items-center gap-1 md:hidden">
          {phone && (
            <a
              href={`tel:${phone_e164}`}
              aria-label={`Call ${phone}`}
              className="flex size-[44px] items-center justify-center"
            >
              <Phone aria-hidden="true" className="size-[20px]" />
            </a>
          )}
          <SmallMenu />
        </div>
      </div>
    </header>
  );
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > SOLID_AFTER);
    read();
    window.addEventListener('scroll', read, { passive: true });
    return () => window.removeEventListener('scroll', read);
  }, []);
  return scrolled;
}
