import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

/** A small button without words. Its label says what it does. */
export function IconButton({
  icon: Icon,
  label,
  ...button
}: Omit<ComponentProps<'button'>, 'type' | 'className' | 'aria-label'> & {
  icon: LucideIcon;
  label: string;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      {...button}
      className="inline-flex size-8 items-center justify-center rounded-md text-stone hover:bg-sand hover:text-ink disabled:opacity-40 aria-disabled:opacity-40 focus-visible:-outline-offset-2 pointer-coarse:size-11"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
