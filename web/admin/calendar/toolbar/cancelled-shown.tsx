import { EyeOff } from 'lucide-react';
import { AdminButton } from '../../ui/button.tsx';
import { rememberedChoice } from '../../ui/remembered-choice.ts';

const HIDDEN = 'hidden';
const choice = rememberedChoice('calendar-cancelled');

/** Whether cancelled appointments are shown in the grid. This browser remembers the choice. */
export const useCancelledShown = (): boolean => choice.useCurrent() !== HIDDEN;

/** Hides cancelled appointments, or shows them again. */
export function CancelledToggle({ count }: { count: number }) {
  const isShown = useCancelledShown();
  if (count === 0) return null;
  const words = isShown ? 'Hide cancelled' : `Show ${count} cancelled`;
  return (
    <AdminButton
      look="quiet"
      aria-label={words}
      title={words}
      className={`print:hidden ${isShown ? '' : 'bg-sand text-ink!'}`}
      onClick={() => choice.choose(isShown ? HIDDEN : 'shown')}
    >
      <EyeOff aria-hidden="true" className="size-4" />
    </AdminButton>
  );
}
