import { Menu, Phone, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { buttonClass } from '../../ui/button.tsx';
import { useSalon } from './salon-context.ts';

const LINKS = [
  { to: '/', label: 'Home' },
  { to: '/services', label: 'Services' },
  { to: '/gallery', label: 'Gallery' },
] as const;

/** Past this many pixels the header is solid (spec section 9). */
const SOLID_AFTER = 50;

/**
 * Fixed on top of every page: transparent until the page is scrolled. Where the page begins dark its text is
 * light, on a shade that keeps it readable over the hair behind.
 */
export function Header() {
  const { name, tagline, phone, phone_e164 } = useSalon();
  const { pathname } = useLocation();
  const scrolled = useScrolled();
  const [menuOpen, setMenuOpen] = useState(false);
  const solid = scrolled || menuOpen;
  const light = pathname === '/' && !solid;

  return (
    <header
      className={`fixed inset-x-0 top-0 z-40 transition-colors print:hidden ${
        solid ? 'border-b border-line bg-ivory/95 backdrop-blur' : 'border-b border-transparent'
      } ${light ? 'on-dark bg-linear-to-b from-plum via-plum/80 to-transparent bg-origin-border text-white' : 'text-ink'}`}
    >
      <div className="frame flex h-18 items-center justify-between gap-4">
        <Link to="/" className="flex min-h-11 flex-col justify-center leading-none">
          <span className="font-display text-lg leading-6">{name}</span>
          <span className={`hidden text-sm leading-5 sm:block ${light ? 'text-white/80' : 'text-stone'}`}>
            {tagline}
          </span>
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {LINKS.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="flex min-h-11 items-center rounded-md px-3 underline-offset-8 hover:underline aria-[current=page]:underline"
            >
              {label}
            </NavLink>
          ))}
          <a
            href={`tel:${phone_e164}`}
            className="flex min-h-11 items-center gap-2 rounded-md px-3 tabular-nums underline-offset-8 hover:underline"
          >
            <Phone aria-hidden="true" className="size-4" />
            <span className="sr-only">Call </span>
            <span className="hidden lg:inline">{phone}</span>
            <span className="lg:hidden">Call</span>
          </a>
          <NavLink to="/book" className={`${buttonClass(light ? 'brass' : 'primary')} ml-2 min-h-11 px-5`}>
            Book Now
          </NavLink>
        </nav>
        <SmallMenu open={menuOpen} setOpen={setMenuOpen} />
      </div>
    </header>
  );
}

function SmallMenu({ open, setOpen }: { open: boolean; setOpen: (open: boolean) => void }) {
  const { phone, phone_e164 } = useSalon();
  const toggle = useRef<HTMLButtonElement>(null);
  const area = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open, setOpen]);

  const Icon = open ? X : Menu;
  return (
    <div ref={area} className="flex items-center gap-1 md:hidden">
      <a
        href={`tel:${phone_e164}`}
        aria-label={`Call ${phone}`}
        className="flex size-11 items-center justify-center"
      >
        <Phone aria-hidden="true" className="size-5" />
      </a>
      <button
        ref={toggle}
        type="button"
        aria-expanded={open}
        aria-controls="small-menu"
        aria-label={open ? 'Close menu' : 'Open menu'}
        onClick={() => setOpen(!open)}
        className="-mr-2 flex size-11 items-center justify-center"
      >
        <Icon aria-hidden="true" className="size-6" />
      </button>
      <nav
        id="small-menu"
        aria-label="Main"
        hidden={!open}
        className="absolute inset-x-0 top-full animate-enter border-b border-line bg-ivory text-ink shadow-md"
      >
        <ul className="frame flex flex-col py-4">
          {LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                onClick={() => setOpen(false)}
                className="flex min-h-12 items-center font-display text-xl underline-offset-8 aria-[current=page]:underline"
              >
                {label}
              </NavLink>
            </li>
          ))}
          <li className="mt-4">
            <NavLink to="/book" onClick={() => setOpen(false)} className={`${buttonClass()} w-full`}>
              Book Now
            </NavLink>
          </li>
        </ul>
      </nav>
    </div>
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
