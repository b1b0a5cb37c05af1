import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { AdminButton } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useField } from './form-context.ts';
import type { Path } from './paths.ts';

/** Several things of a kind, in their order. */
export function ListField<Item>({
  path,
  one,
  blank,
  nameOf,
  most,
  isRow = false,
  children,
}: {
  readonly path: Path;
  /** The name of one item, such as `price`. */
  readonly one: string;
  /** A new one. */
  readonly blank: () => Item;
  readonly nameOf: (item: Item) => string;
  readonly most: number;
  /** Whether its fields and buttons are beside each other where there is room. */
  readonly isRow?: boolean;
  readonly children: (path: Path, item: Item) => ReactNode;
}) {
  const { value: items, error, change } = useField<readonly Item[]>(path);
  const move = (index: number, by: 1 | -1) => {
    const next = [...items];
    const [moved] = next.splice(index, 1);
    if (moved !== undefined) next.splice(index + by, 0, moved);
    change(next);
  };
  const itemClass = `relative rounded-md border border-line bg-panel p-3 ${isRow ? 'sm:flex sm:items-start sm:gap-2' : ''}`;
  // The button stands beside the first label, unless fingers need a larger one.
  const buttonsClass = isRow
    ? 'flex justify-end gap-1 pt-1 sm:pt-6'
    : 'absolute top-0.5 right-2 flex justify-end gap-1 pointer-coarse:static';
  return (
    <div className="space-y-3">
      <ul className="space-y-3">
        {items.map((item, index) => {
          const name = nameOf(item) || one;
          const buttons = (
            <div className={buttonsClass}>
              <IconButton
                icon={ArrowUp}
                label={`Move ${name} up`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${name} down`}
                disabled={index === items.length - 1}
                onClick={() => move(index, 1)}
              />
              <IconButton
                icon={X}
                label={`Remove ${name}`}
                disabled={items.length === 1}
                onClick={() => change(items.filter((_, other) => other !== index))}
              />
            </div>
          );
          return (
            // The items have no ids, and their number says which one is meant.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <li key={`${items.length} ${index}`} className={itemClass}>
              {!isRow && buttons}
              <div className="grid min-w-0 flex-1 gap-3">{children([...path, index], item)}</div>
              {isRow && buttons}
            </li>
          );
        })}
      </ul>
      {error && <p className="text-sm font-medium text-bad">{error}</p>}
      {items.length < most && (
        <AdminButton onClick={() => change([...items, blank()])}>
          <Plus aria-hidden="true" className="size-4" />
          Add {one}
        </AdminButton>
      )}
    </div>
  );
}
