import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import type { AdminService } from '../../../src/contracts/salon/admin-services.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { useIsWaiting } from '../ui/controls-of.tsx';
import { controlClass } from '../ui/form/field.tsx';
import { centsOf } from '../ui/form/typed-cents.ts';
import { centsText } from '../ui/number-text.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { CHANGE_SERVICE } from './commands.ts';

/** A service's price, which a press turns into a field. Enter saves it, and so does leaving the field; Escape leaves it as it was. */
export function PriceField({ service }: { service: AdminService }) {
  const { id, name, price_cents, version } = service;
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const isWaiting = useIsWaiting();
  const change = useCommand(CHANGE_SERVICE);
  const { undoButton } = useEventUndo();

  function show(text: string | undefined) {
    setWrong(false);
    setTyped(text);
  }
  function close() {
    const hadFocus = document.activeElement === field.current;
    flushSync(() => show(undefined));
    if (hadFocus) opener.current?.focus();
  }
  async function save() {
    if (typed === undefined || isWaiting) return;
    const cents = centsOf(typed);
    setWrong(cents === null);
    if (cents === null) return;
    if (cents === price_cents) return close();
    try {
      const answer = await change.send({ id, changes: { price_cents: cents } }, version);
      close();
      toastSuccess('Service updated successfully', undefined, undoButton('service', id, answer));
    } catch (error) {
      toastFailure(error);
    }
  }

  if (typed === undefined)
    return (
      <button
        ref={opener}
        type="button"
        aria-label={`Change the price of ${name}, ${centsText(price_cents)}`}
        aria-disabled={isWaiting || undefined}
        onClick={() => isWaiting || show((price_cents / 100).toFixed(2))}
        className="min-h-6 underline decoration-stone/60 decoration-dotted underline-offset-4 hover:decoration-ink aria-disabled:cursor-not-allowed pointer-coarse:-my-3 pointer-coarse:min-h-11"
      >
        {centsText(price_cents)}
      </button>
    );
  return (
    <>
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the press that opens the field is on its place.
        autoFocus
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`Price of ${name} ($)`}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? errorId : undefined}
        readOnly={isWaiting}
        value={typed}
        onChange={({ target }) => show(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => void save()}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void save();
          else if (key === 'Escape') close();
        }}
        className={`${controlClass} max-w-24 text-right tabular-nums read-only:text-stone`}
      />
      {isWrong && (
        <span
          id={errorId}
          role="alert"
          className="w-full py-1.5 text-xs whitespace-normal text-bad lg:text-right"
        >
          {PROBLEMS['invalid-price'].detail}
        </span>
      )}
    </>
  );
}
