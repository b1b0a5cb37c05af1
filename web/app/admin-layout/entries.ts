import { CircleUser, House, type LucideIcon } from 'lucide-react';

/** The pages of the admin area that the sidebar leads to. */
export const ENTRIES: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: '/admin', label: 'Home', icon: House },
  { to: '/admin/account', label: 'Account', icon: CircleUser },
];
