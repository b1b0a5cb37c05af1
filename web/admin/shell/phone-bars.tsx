import { Ellipsis, Globe, LogOut, Search } from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useSalon } from '../../salon/salon-context.ts';
import { useRole } from '../data/role.ts';
import { Menu } from '../ui/menu/menu.tsx';
import { AttentionBadge, useAttention } from './attention-badge.tsx';
import { openPalette } from './commands.tsx';
import { entriesFor, HOME, isAt, MESSAGES } from './navigation.ts';
import { signOut } from './sign-out.ts';

const itemClass =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-xs font-medium text-stone focus-visible:-outline-offset-4 aria-[current]:text-ink aria-[current]:[&_svg]:text-brass forced-colors:aria-[current]:underline';
/** With large text there is no room for labels below the icons, so they are hidden. */
const labelClass = 'max-w-full truncate tracking-tight max-[22rem]:text-[0.6875rem] @max-[3.75rem]:sr-only';

/** The top bar on a phone: the salon's name, and the search. */
export function PhoneTop() {
  const { name } = useSalon();
  return (
    <header className="flex items-center justify-between gap-2 border-b border-line bg-panel pr-2 pl-4 md:hidden">
      <Link to="/admin" className="inline-flex min-h-13 min-w-0 items-center font-display text-lg">
        <span className="truncate">{name}</span>
      </Link>
      <button
        type="button"
        aria-label="Search and commands"
        onClick={openPalette}
        className="flex size-11 shrink-0 items-center justify-center rounded-md text-stone hover:text-ink print:hidden"
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
    </header>
  );
}

/** The bottom bar on a phone: the main pages, and a menu with all else that the sidebar has. */
export function PhoneBar() {
  const attention = useAttention();
  const main = entriesFor(useRole()).filter(({ isMain }) => isMain);
  return (
    <nav
      aria-label="Administration"
      data-phone-bar
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="flex *:@container *:min-w-0 *:flex-1 *:nth-2:flex-[1.25]">
        {main.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === HOME} className={`${itemClass} relative`}>
              <Icon aria-hidden="true" className="size-5" />
              {to === MESSAGES && (
                <AttentionBadge count={attention} className="absolute top-0.5 left-1/2 ml-2" />
              )}
              <span className={labelClass}>{label}</span>
            </NavLink>
          </li>
        ))}
        <li>
          <More />
        </li>
      </ul>
    </nav>
  );
}

function More() {
  const { pathname } = useLocation();
  const further = entriesFor(useRole()).filter(({ isMain }) => !isMain);
  const isHere = further.some(({ to }) => isAt(to, pathname));
  return (
    <Menu
      side="top"
      aria-current={isHere || undefined}
      className={`${itemClass} cursor-pointer`}
      items={[
        ...further,
        { label: 'Back to Website', icon: Globe, to: '/', beginsGroup: true },
        { label: 'Sign Out', icon: LogOut, onChoose: signOut },
      ]}
    >
      <Ellipsis aria-hidden="true" className="size-5" />
      <span className={labelClass}>More</span>
    </Menu>
  );
}
