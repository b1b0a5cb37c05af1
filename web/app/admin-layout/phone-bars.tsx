import { Globe, LogOut } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { useSalon } from '../../salon/salon-context.ts';
import { ENTRIES } from './entries.ts';
import { signOut } from './sign-out.ts';

const itemClass =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-sm leading-4 font-medium text-stone focus-visible:-outline-offset-4 aria-[current=page]:text-ink aria-[current=page]:[&_svg]:text-brass forced-colors:aria-[current=page]:underline';

/** The salon's name on top of a phone's screen. */
export function PhoneTop() {
  const { name } = useSalon();
  return (
    <header className="border-b border-line bg-panel px-4 md:hidden">
      <Link to="/admin" className="inline-flex min-h-13 max-w-full items-center font-display text-lg">
        <span className="truncate">{name}</span>
      </Link>
    </header>
  );
}

/** What the sidebar has, at the thumb. */
export function PhoneBar() {
  return (
    <nav
      aria-label="Administration"
      data-phone-bar
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex *:flex-1">
        {ENTRIES.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} end className={itemClass}>
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </NavLink>
          </li>
        ))}
        <li>
          <Link to="/" aria-label="Back to Website" className={itemClass}>
            <Globe aria-hidden="true" className="size-5" />
            Website
          </Link>
        </li>
        <li>
          <button type="button" onClick={signOut} className={itemClass}>
            <LogOut aria-hidden="true" className="size-5" />
            Sign Out
          </button>
        </li>
      </ul>
    </nav>
  );
}
