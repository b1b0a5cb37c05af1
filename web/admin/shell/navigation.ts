import {
  CalendarClock,
  CalendarDays,
  ChartColumn,
  CircleUser,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Scissors,
  Settings2,
  Users,
} from 'lucide-react';
import { type Callable, mayCall, type Role } from '../../../src/contracts/accounts/roles.ts';
import { ACCOUNT, PEOPLE, SETTINGS, TEAM } from '../ui/settings-address.ts';

interface Entry {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The key that leads there, pressed after `g`. */
  readonly key: string;
  /** Whether a phone has it in the bar at the bottom; other entries are in its menu. */
  readonly isMain?: true;
}

/** The admin area's first page. The addresses of all others begin with its own. */
export const HOME = '/admin';
/** The page of messages, which the badge for failed ones also links to. */
export const MESSAGES = '/admin/messages';

/** The pages of the admin area that the sidebar leads to. */
const ENTRIES: readonly Entry[] = [
  { to: HOME, label: 'Dashboard', icon: LayoutDashboard, key: 'd', isMain: true },
  {
    to: '/admin/appointments',
    label: 'Appointments',
    icon: CalendarClock,
    key: 'a',
    isMain: true,
  },
  { to: '/admin/calendar', label: 'Calendar', icon: CalendarDays, key: 'c', isMain: true },
  { to: '/admin/services', label: 'Services', icon: Scissors, key: 's' },
  { to: '/admin/customers', label: 'Customers', icon: Users, key: 'u' },
  { to: MESSAGES, label: 'Messages', icon: MessagesSquare, key: 'm', isMain: true },
  {
    to: '/admin/reports',
    label: 'Reports',
    icon: ChartColumn,
    key: 'r',
  },
  {
    to: SETTINGS,
    label: 'Settings',
    icon: Settings2,
    key: 'e',
  },
];

/** The pages that others than owners may open, and after a slash at the end those below; the last that fits counts. Each page of the admin area that isn't here is for owners. */
const OPEN_TO: Readonly<Record<string, Callable>> = {
  [HOME]: 'desk',
  '/admin/appointments': 'all',
  '/admin/calendar': 'all',
  '/admin/customers': 'desk',
  '/admin/customers/': 'all',
  [MESSAGES]: 'desk',
  '/admin/takings': 'desk',
  [ACCOUNT]: 'all',
};

const ACCOUNT_ENTRY: Entry = { to: ACCOUNT, label: 'Account', icon: CircleUser, key: 'e' };

/** Whether somebody with this role may open the page at an address. */
export function mayOpen(role: Role, pathname: string): boolean {
  const page = Object.keys(OPEN_TO).findLast(
    (one) => one === pathname || (one !== HOME && pathname.startsWith(one.endsWith('/') ? one : `${one}/`)),
  );
  return mayCall(role, { roles: (page && OPEN_TO[page]) || 'owners' });
}

/** The entries of somebody with this role. The account is one of the settings' pages, and the only one for others than owners. */
export const entriesFor = (role: Role): readonly Entry[] => [
  ...ENTRIES.filter(({ to }) => mayOpen(role, to)),
  ...(mayOpen(role, SETTINGS) ? [] : [ACCOUNT_ENTRY]),
];

/** The first page of somebody with this role: a stylist's is their own day. */
export const homeFor = (role: Role): string => (mayOpen(role, HOME) ? HOME : '/admin/calendar?view=day');

/** Whether an entry leads to the page at an address, or to one above it. The own account, the team and the people are settings' pages. */
export const isAt = (to: string, pathname: string): boolean =>
  to === pathname ||
  (to !== HOME && pathname.startsWith(`${to}/`)) ||
  (to === SETTINGS && [ACCOUNT, PEOPLE, TEAM].includes(pathname));
