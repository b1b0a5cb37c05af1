import { type ComponentProps, useState } from 'react';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import type { MenuItem } from './menu-item.ts';

const loadMenu = () => import('./open-menu.tsx');
const OpenMenu = lazyPart(async () => (await loadMenu()).OpenMenu);
/** A failure is shown when the menu is opened. */
const prepare = () => void loadMenu().catch(() => {});

interface MenuProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  readonly items: readonly MenuItem[];
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
  /** Renders the menu in a portal, for buttons whose container would clip it. */
  readonly inPortal?: boolean;
}

/**
 * A button that opens a menu. The menu's code is loaded when the pointer or the focus is on the button, since most screens are left
 * without opening one.
 */
export function Menu({ items, side = 'bottom', align = 'end', inPortal = false, ...button }: MenuProps) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'key' | null>(null);
  const closed = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={({ detail }) => setOpenedBy(detail === 0 ? 'key' : 'pointer')}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setOpenedBy('key');
      }}
      {...button}
    />
  );
  if (openedBy === null) return closed;
  return (
    <OpenMenu
      items={items}
      side={side}
      align={align}
      inPortal={inPortal}
      byKey={openedBy === 'key'}
      button={button}
      fallback={closed}
      onFailed={() => setOpenedBy(null)}
    />
  );
}
