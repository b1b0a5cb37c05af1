import {
  CalendarClock,
  CalendarDays,
  ChartColumn,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Scissors,
  Settings2,
  Users,
} from 'lucide-react';
import { ACCOUNT, SETTINGS, TEAM } from '../ui/settings-address.ts';

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
export const ENTRIES: readonly Entry[] = [
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

/** Whether an entry leads to the page at an address, or to one above it. The own account and the team are settings' pages. */
export const isAt = (to: string, pathname: string): boolean =>
  to === pathname ||
  (to !== HOME && pathname.startsWith(`${to}/`)) ||
  (to === SETTINGS && (pathname === ACCOUNT || pathname === TEAM));
