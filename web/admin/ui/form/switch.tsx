import { Switch as Radix } from 'radix-ui';

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
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      className="group inline-flex min-h-9 shrink-0 items-center px-1 pointer-coarse:min-h-11"
    >
      <span className="flex h-5 w-9 items-center rounded-full border border-stone bg-stone transition-colors group-data-[state=checked]:border-good group-data-[state=checked]:bg-good">
        <Radix.Thumb className="size-3.5 translate-x-0.5 rounded-full bg-panel transition-transform group-data-[state=checked]:translate-x-[1.125rem] forced-colors:bg-[CanvasText]" />
      </span>
    </Radix.Root>
  );
}
