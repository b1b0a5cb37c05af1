import {
  ArrowLeft,
  CalendarDays,
  CalendarPlus,
  CircleUser,
  Clock,
  Footprints,
  History,
  Image,
  Keyboard,
  LogOut,
  Moon,
  PanelLeft,
  Plus,
  Sun,
  UserPlus,
  UsersRound,
} from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { chooseTheme } from '../../ui/theme/theme.ts';
import { useTheme } from '../../ui/theme/use-theme.ts';
import { useRole } from '../data/role.ts';
import { ACCOUNT, OWN_PICTURES, PEOPLE, TEAM, WEEKLY_HOURS } from '../ui/settings-address.ts';
import { entriesFor, HOME, mayOpen } from './navigation.ts';
import type { PaletteAction } from './palette/palette-action.ts';
import { signOut } from './sign-out.ts';

/** Additional search terms for the pages. */
const WORDS: Readonly<Record<string, string>> = {
  Appointments: 'export csv',
  Customers: 'export csv',
  Reports: 'numbers revenue export csv',
  Settings: 'name address phone prices policies texts mails reviews account profile',
};

/** The shell does these for the palette. */
export interface ShellActions {
  /** Begins a new booking. */
  readonly begin: () => void;
  readonly beginWalkIn: () => void;
  readonly showShortcuts: () => void;
  readonly onToggleSidebar: () => void;
}

/** The commands that the palette offers on every screen. */
export function useActions({
  begin,
  beginWalkIn,
  showShortcuts,
  onToggleSidebar,
}: ShellActions): readonly PaletteAction[] {
  const navigate = useNavigate();
  const { dark } = useTheme();
  const role = useRole();
  const actions: readonly (PaletteAction & { readonly needs?: string })[] = [
    {
      label: 'New booking',
      needs: HOME,
      icon: CalendarPlus,
      words: 'add appointment',
      keys: ['c'],
      run: () => begin(),
    },
    {
      label: 'Walk-in',
      needs: HOME,
      icon: Footprints,
      words: 'start visit without appointment',
      run: beginWalkIn,
    },
    ...entriesFor(role).map(({ to, label, icon, key }) => ({
      label: `Go to ${label}`,
      icon,
      words: WORDS[label] ?? '',
      keys: ['g', key],
      run: () => navigate(to),
    })),
    {
      label: 'Go to Activity',
      needs: '/admin/activity',
      icon: History,
      words: 'history log audit undo everything happened',
      run: () => navigate('/admin/activity'),
    },
    {
      label: 'Pictures of the website',
      needs: OWN_PICTURES,
      icon: Image,
      words: 'photos upload gallery front page',
      run: () => navigate(OWN_PICTURES),
    },
    {
      label: 'Team',
      needs: TEAM,
      icon: UsersRound,
      words: 'stylists staff colleagues deactivate add',
      run: () => navigate(TEAM),
    },
    {
      label: 'People',
      needs: PEOPLE,
      icon: UserPlus,
      words: 'invite access roles rights owner front desk stylist remove',
      run: () => navigate(PEOPLE),
    },
    {
      label: 'Go to Account',
      icon: CircleUser,
      words: 'profile password passkey second factor sessions',
      run: () => navigate(ACCOUNT),
    },
    {
      label: 'Block a date',
      needs: HOME,
      icon: CalendarDays,
      words: 'close closed holiday blocked',
      run: () => navigate('/admin/calendar#blocked-dates'),
    },
    {
      label: 'Opening hours',
      needs: WEEKLY_HOURS,
      icon: Clock,
      words: 'schedule open available',
      run: () => navigate(WEEKLY_HOURS),
    },
    {
      label: 'Add Service',
      needs: '/admin/services',
      icon: Plus,
      run: () => navigate('/admin/services?add'),
    },
    {
      label: dark ? 'Light theme' : 'Dark theme',
      icon: dark ? Sun : Moon,
      words: 'appearance colours',
      run: () => chooseTheme(dark ? 'light' : 'dark'),
    },
    { label: 'Expand or collapse the sidebar', icon: PanelLeft, run: onToggleSidebar },
    { label: 'Keyboard shortcuts', icon: Keyboard, keys: ['?'], run: showShortcuts },
    { label: 'Back to Website', icon: ArrowLeft, run: () => navigate('/') },
    { label: 'Sign Out', icon: LogOut, words: 'log out', run: () => void signOut() },
  ];
  return actions.filter(({ needs }) => needs === undefined || mayOpen(role, needs));
}
