import { DropdownMenu } from 'radix-ui';
import { type ComponentProps, Fragment } from 'react';
import { NavLink } from 'react-router-dom';
import type { MenuItem } from './menu-item.ts';

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none data-highlighted:bg-sand pointer-coarse:min-h-11';

interface MenuProps extends ComponentProps<'button'> {
  readonly items: readonly MenuItem[];
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
  /** Renders the menu in a portal, for buttons whose container would clip it. */
  readonly inPortal?: boolean;
  /** Called when it is closed. A menu that has it is open when it is first shown, with the focus on its first item. */
  readonly onClose?: () => void;
}

/** A button that opens a menu. */
export function Menu({
  items,
  side = 'bottom',
  align = 'end',
  inPortal = false,
  onClose,
  ...button
}: MenuProps) {
  const content = (
    <DropdownMenu.Content
      {...(onClose && { ref: focusFirstItem })}
      side={side}
      align={align}
      sideOffset={4}
      collisionPadding={8}
      className="z-50 min-w-44 rounded-md border border-line bg-panel p-1 text-sm shadow-md"
    >
      {items.map((item) => (
        <Fragment key={item.label}>
          {item.beginsGroup && <DropdownMenu.Separator className="my-1 h-px bg-line" />}
          <Item item={item} />
        </Fragment>
      ))}
    </DropdownMenu.Content>
  );
  return (
    <DropdownMenu.Root
      modal={false}
      defaultOpen={onClose !== undefined}
      onOpenChange={(open) => !open && onClose?.()}
    >
      <DropdownMenu.Trigger {...button} />
      {inPortal ? <DropdownMenu.Portal>{content}</DropdownMenu.Portal> : content}
    </DropdownMenu.Root>
  );
}

function focusFirstItem(menu: HTMLDivElement | null): void {
  menu?.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true });
}

function Item({ item }: { item: MenuItem }) {
  const { label, icon: Icon, isGrave = false } = item;
  const className = `${itemClass} ${isGrave ? 'text-bad' : ''}`;
  const words = (
    <>
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      {label}
    </>
  );
  if (item.onChoose === undefined) {
    return (
      <DropdownMenu.Item asChild>
        <NavLink to={item.to} end className={className}>
          {words}
        </NavLink>
      </DropdownMenu.Item>
    );
  }
  if (item.isOn !== undefined) {
    return (
      <DropdownMenu.CheckboxItem
        checked={item.isOn}
        onSelect={item.onChoose}
        className={`${className} justify-between`}
      >
        {words}
        <span className="text-stone">{item.isOn ? 'On' : 'Off'}</span>
      </DropdownMenu.CheckboxItem>
    );
  }
  return (
    <DropdownMenu.Item onSelect={item.onChoose} className={className}>
      {words}
    </DropdownMenu.Item>
  );
}
