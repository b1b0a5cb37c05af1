import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { SECTION_WORDS } from '../../../../src/contracts/settings/section-words.ts';
import { useMay } from '../../data/role.ts';
import {
  ACCOUNT,
  CONNECTIONS,
  OWN_PICTURES,
  PEOPLE,
  SENDING,
  SETTINGS,
  SYSTEM,
  TEAM,
  WEEKLY_HOURS,
} from '../settings-address.ts';

const { salon, ...sections } = SECTION_WORDS;

/** The pages below "Settings": those of the salon, then the own account. */
const TABS: readonly (readonly [to: string, label: string])[] = [
  [SETTINGS, salon],
  [WEEKLY_HOURS, 'Hours'],
  [TEAM, 'Team'],
  [PEOPLE, 'People'],
  ...Object.entries(sections).map(([name, label]) => [`${SETTINGS}/${name}`, label] as const),
  [SENDING, 'Sending'],
  [OWN_PICTURES, 'Pictures'],
  [CONNECTIONS, 'Connections'],
  [SYSTEM, 'System'],
  [ACCOUNT, 'Account'],
];

/** The tab before the shown one stays visible by so many pixels. */
const MARGIN = 60;

/** The links between the settings' pages. On a narrow screen they scroll sideways. */
export function SettingsTabs() {
  const may = useMay();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked link follows from the address.
  useEffect(() => {
    const marked = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (marked) nav.current?.scrollTo({ left: marked.offsetLeft - MARGIN });
  }, [pathname]);
  // The account is the only one of these pages for others than owners.
  if (!may('owners')) return null;
  return (
    <nav
      ref={nav}
      aria-label="Settings"
      className="relative -mx-4 mb-6 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-x-5">
        {TABS.map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={pathname === to ? 'page' : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-stone hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-brass aria-[current]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
