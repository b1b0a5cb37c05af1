import { Check } from 'lucide-react';
import { AdminButton } from '../../ui/button.tsx';
import { keepToastsOff } from '../../ui/dialog/keep-toasts-off.ts';
import { countText } from '../../ui/number-text.ts';

/** The actions for the selected requests. It overlays the end of the list, so that nothing moves. */
export function BulkBar({
  count,
  busy,
  onConfirm,
  onClear,
}: {
  count: number;
  busy: boolean;
  onConfirm: () => void;
  onClear: () => void;
}) {
  if (count === 0) return null;
  return (
    <section
      ref={keepToastsOff}
      aria-label="Selected requests"
      className="sticky bottom-20 z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-md border border-line bg-panel py-2 pr-2 pl-4 text-sm shadow-md md:bottom-4"
    >
      <p aria-live="polite" className="mr-2 tabular-nums">
        {count} selected
      </p>
      <AdminButton look="quiet" onClick={onClear}>
        Clear selection
      </AdminButton>
      <AdminButton look="primary" busy={busy} onClick={onConfirm}>
        <Check aria-hidden="true" className="size-4" />
        {busy ? 'Confirming...' : `Confirm ${countText(count, 'request')}`}
      </AdminButton>
    </section>
  );
}
