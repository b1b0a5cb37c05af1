import { Switch as Radix } from 'radix-ui';
import { useIsWaiting } from '../controls-of.tsx';

/** A switch that takes effect immediately. */
export function Switch({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const isWaiting = useIsWaiting();
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      aria-disabled={isWaiting || undefined}
      onCheckedChange={(next) => isWaiting || onChange(next)}
      className="group inline-flex aria-disabled:cursor-not-allowed aria-disabled:opacity-60 min-h-9 shrink-0 items-center px-1 pointer-coarse:min-h-11"
    >
      <span className="flex h-5 w-9 items-center rounded-full border border-stone bg-stone transition-colors group-data-[state=checked]:border-good group-data-[state=checked]:bg-good">
        <Radix.Thumb className="size-3.5 translate-x-0.5 rounded-full bg-panel transition-transform group-data-[state=checked]:translate-x-[1.125rem] forced-colors:bg-[CanvasText]" />
      </span>
    </Radix.Root>
  );
}
