import type { ReactNode } from 'react';

/** One of several answers of which one is chosen. */
export function Choice({
  name,
  checked,
  onChoose,
  children,
}: {
  name: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="size-4.5 accent-action"
      />
      {children}
    </label>
  );
}
