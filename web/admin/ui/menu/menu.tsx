import { type ComponentProps, useState } from 'react';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import type { MenuItem } from './menu-item.ts';

const loadMenu = () => import('./open-menu.tsx');
const OpenMenu = lazyPart(async () => (await loadMenu()).OpenMenu);
/** What fails here is told when the menu is opened. */
const prepare = () => void loadMenu().catch(() => {});

interface MenuProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  readonly items: readonly MenuItem[];
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
  /** Rendered in a portal, where an element around the button would cut the menu off. */
  readonly inPortal?: boolean;
}

/**
 * A button with a menu, to which the focus returns. The menu's code is loaded when somebody comes near the button: most screens
 * are left without a look at one.
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
