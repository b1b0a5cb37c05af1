import { ArrowLeft, LogOut, Moon, PanelLeft, Search, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSalon } from '../../salon/salon-context.ts';
import { chooseTheme } from '../../ui/theme/theme.ts';
import { useTheme } from '../../ui/theme/use-theme.ts';
import { useRole } from '../data/role.ts';
import { AttentionBadge, useAttention } from './attention-badge.tsx';
import { openPalette } from './commands.tsx';
import { entriesFor, isAt, MESSAGES } from './navigation.ts';
import { signOut } from './sign-out.ts';

const itemClass =
  'group relative flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-sm font-medium text-stone transition-colors hover:bg-sand hover:text-ink aria-[current=page]:bg-sand aria-[current=page]:text-ink forced-colors:aria-[current=page]:underline';

/** The name next to an icon that has the pointer or the focus. */
const nameClass =
  'pointer-events-none absolute left-full z-50 ml-2 rounded-md bg-ink px-2.5 py-1.5 font-normal whitespace-nowrap text-panel opacity-0 shadow-md transition-opacity group-hover:opacity-100 group-hover:delay-200 group-focus-visible:opacity-100 in-data-quiet:hidden!';

const IS_MAC = navigator.userAgent.includes('Mac');

/** Shown from a width of 768 px. When collapsed, it shows only icons; their names appear on hover and focus. */
export function Sidebar({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const { name } = useSalon();
  const { pathname } = useLocation();
  const { dark } = useTheme();
  const role = useRole();
  const [ThemeIcon, otherTheme] = dark ? [Sun, 'Light theme'] : [Moon, 'Dark theme'];
  const attention = useAttention();
  const { isQuiet, speak } = useQuietByEscape();
  const label = (text: string) => <span className={collapsed ? nameClass : 'truncate'}>{text}</span>;
  return (
    <aside
      data-quiet={isQuiet || undefined}
      onFocus={speak}
      onPointerOver={speak}
      className={`sticky top-0 z-30 hidden print:hidden! h-svh shrink-0 flex-col border-r border-line bg-panel transition-[width] md:flex ${
        collapsed ? 'w-14 px-1.5' : 'w-60 px-3'
      } py-3`}
    >
      <div className={`flex items-center gap-1 pb-4 ${collapsed ? 'flex-col' : 'justify-between pl-3'}`}>
        {!collapsed && (
          <Link to="/admin" className="flex min-h-11 min-w-0 items-center font-display text-base leading-5">
            {name}
          </Link>
        )}
        <button
          type="button"
          aria-expanded={!collapsed}
          aria-controls="sidebar"
          aria-keyshortcuts="Control+B Meta+B"
          onClick={onToggle}
          className="group relative flex size-11 shrink-0 items-center justify-center rounded-md text-sm text-stone hover:bg-sand hover:text-ink"
        >
          <PanelLeft aria-hidden="true" className="size-5" />
          <span className={collapsed ? nameClass : 'sr-only'}>Sidebar</span>
        </button>
      </div>
      <div id="sidebar" className="flex flex-1 flex-col justify-between">
        <nav aria-label="Administration">
          <button
            type="button"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={openPalette}
            className={itemClass}
          >
            <Search aria-hidden="true" className="size-5 shrink-0" />
            {label('Search')}
            {!collapsed && (
              <span aria-hidden="true" className="ml-auto font-sans text-xs font-normal">
                {IS_MAC ? '⌘ K' : 'Ctrl K'}
              </span>
            )}
          </button>
          <ul className="space-y-1 pt-1">
            {entriesFor(role).map(({ to, label: text, icon: Icon }) => (
              <li key={to}>
                <Link to={to} aria-current={isAt(to, pathname) ? 'page' : undefined} className={itemClass}>
                  <Icon aria-hidden="true" className="size-5 shrink-0" />
                  {label(text)}
                  {to === MESSAGES && (
                    <AttentionBadge
                      count={attention}
                      className={collapsed ? 'absolute top-0.5 right-0 px-1! leading-4!' : 'ml-auto'}
                    />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ul className="space-y-1 border-t border-line pt-3">
          <li>
            <button type="button" onClick={() => chooseTheme(dark ? 'light' : 'dark')} className={itemClass}>
              <ThemeIcon aria-hidden="true" className="size-5 shrink-0" />
              {label(otherTheme)}
            </button>
          </li>
          <li>
            <Link to="/" className={itemClass}>
              <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
              {label('Back to Website')}
            </Link>
          </li>
          <li>
            <button type="button" onClick={signOut} className={itemClass}>
              <LogOut aria-hidden="true" className="size-5 shrink-0" />
              {label('Sign Out')}
            </button>
          </li>
        </ul>
      </div>
    </aside>
  );
}

/** Escape hides the shown name, which may cover something, until the pointer or the focus moves to another icon. */
function useQuietByEscape() {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const hide = ({ key }: KeyboardEvent) => key === 'Escape' && setQuiet(true);
    document.addEventListener('keydown', hide);
    return () => document.removeEventListener('keydown', hide);
  }, []);
  return { isQuiet, speak: () => setQuiet(false) };
}
