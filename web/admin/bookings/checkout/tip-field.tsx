import { useId } from 'react';
import { AdminButton } from '../../ui/button.tsx';
import { controlClass } from '../../ui/form/field.tsx';
import { amountInput, type CheckoutFields } from './checkout-fields.ts';
import { fieldText, TIP_SHARES, tipOf } from './checkout-form.ts';
import { described, Wrong } from './wrong.tsx';

/** The tip, as a share of the amount or as an amount. */
export function TipField({ form: { typed, change, errorOf } }: { form: CheckoutFields }) {
  const { tipShare, tip } = typed;
  const shown = tipShare === null ? tip : fieldText(tipOf(typed) ?? null);
  const error = errorOf('tip');
  const id = useId();
  /** A tip that is typed, or was recorded, is marked as the share that it is. */
  const isShare = (share: number) =>
    tipShare === share || (shown.trim() !== '' && tipOf(typed) === tipOf({ ...typed, tipShare: share }));
  const isNone = tipShare === null && tip.trim() === '';
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">Tip</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_min(7rem,45%)] items-center gap-x-3">
        <label htmlFor={id} className="font-medium">
          Tip<span className="sr-only"> ($)</span>
        </label>
        <input
          type="text"
          id={id}
          {...amountInput}
          value={shown}
          onChange={({ target }) => change({ tip: target.value, tipShare: null })}
          onFocus={({ target }) => target.select()}
          {...described(id, error)}
          className={`${controlClass} text-right tabular-nums`}
        />
        <Wrong id={id} error={error} />
      </div>
      <div className="grid grid-cols-4 gap-2">
        <AdminButton aria-pressed={isNone} onClick={() => change({ tipShare: null, tip: '' })}>
          No tip
        </AdminButton>
        {TIP_SHARES.map((share) => (
          <AdminButton
            key={share}
            aria-pressed={isShare(share)}
            aria-label={`Tip of ${share}%`}
            className="tabular-nums"
            onClick={() => change({ tipShare: share, tip: '' })}
          >
            {share}%
          </AdminButton>
        ))}
      </div>
    </fieldset>
  );
}
