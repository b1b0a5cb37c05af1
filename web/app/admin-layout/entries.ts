import { CalendarDays, CircleUser, House, type LucideIcon, Scissors } from 'lucide-react';

/** The pages of the admin area that the sidebar leads to. */
export const ENTRIES: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: '/admin', label: 'Home', icon: House },
  { to: '/admin/calendar', label: 'Calendar', icon: CalendarDays },
  { to: '/admin/services', label: 'Services', icon: Scissors },
  { to: '/admin/account', label: 'Account', icon: CircleUser },
];
