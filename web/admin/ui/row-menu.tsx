import { Ellipsis, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

/** What can be done with a row. */
export interface RowAction {
  readonly label: string;
  readonly icon: LucideIcon;
  /** In the colour of what can't be taken back, apart from the others. */
  readonly isGrave?: boolean;
  readonly onChoose: () => void;
}

/** A button with three dots, and a menu of what can be done. The focus returns to the button. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={label}
        className="inline-flex size-9 items-center justify-center rounded-md text-stone hover:bg-sand hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:size-11"
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className="z-50 min-w-44 rounded-md border border-line bg-panel p-1 text-sm shadow-md"
      >
        {actions.map(({ label: text, icon: Icon, isGrave = false, onChoose }, index) => (
          <DropdownMenu.Item
            key={text}
            onSelect={onChoose}
            className={`flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none data-highlighted:bg-sand pointer-coarse:min-h-11 ${
              isGrave ? 'text-bad' : ''
            } ${isGrave && index > 0 ? 'mt-1 border-t border-line' : ''}`}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {text}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
