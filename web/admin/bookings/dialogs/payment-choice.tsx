import type { PaymentMethod } from '../../../../src/contracts/bookings/bookings.ts';
import { METHOD_WORDS } from '../../../../src/contracts/bookings/method-words.ts';

const METHODS = Object.entries(METHOD_WORDS) as [PaymentMethod, string][];

/** How it was paid, if staff want to say so. */
export function PaymentChoice({
  method,
  onChoose,
}: {
  method: PaymentMethod | null;
  onChoose: (method: PaymentMethod) => void;
}) {
  return (
    <fieldset>
      <legend className="pb-1 text-sm font-medium">
        Paid by<span className="font-normal text-stone"> (optional)</span>
      </legend>
      <div className="grid grid-cols-3 gap-2">
        {METHODS.map(([value, words]) => (
          <label
            key={value}
            className="flex min-h-9 items-center justify-center gap-2 rounded-md border border-stone/50 px-2 hover:border-ink has-checked:border-brass has-checked:bg-sand pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name="method"
              checked={method === value}
              onChange={() => onChoose(value)}
              className="size-4 accent-action"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
