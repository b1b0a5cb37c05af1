import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import { controlClass } from '../../ui/form/field.tsx';
import { ENOUGH, namesakesOf, useMatches } from './matching-customers.ts';

/**
 * A field for a customer's name, with a list of existing customers to pick from: Enter picks the marked one, at first the first. Where new
 * customers are allowed, any other name is a new one's.
 */
export function CustomerPicker({
  label = 'Customer name',
  isRequired = true,
  name,
  isPicked,
  isNewPossible = true,
  error,
  onType,
  onPick,
}: {
  label?: string;
  isRequired?: boolean;
  name: string;
  isPicked: boolean;
  isNewPossible?: boolean;
  error: string | undefined;
  onType: (name: string) => void;
  onPick: (customer: CustomerSummary) => void;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  /** Enter was pressed before the matches were there: then it picks the first of them. */
  const [isAwaited, setAwaited] = useState(false);
  const { matches, isSettled } = useMatches(name, !isPicked);
  const isListed = isOpen && matches.length > 0;
  /** Fewer may match than before. */
  const marked = Math.min(active, matches.length - 1);

  // Escape closes the list and not the dialog. The dialog gets key events first, so this listener must be ahead of its own.
  useEffect(() => {
    if (!isListed) return;
    const close = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setOpen(false);
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, [isListed]);

  useEffect(() => {
    if (!isAwaited || !isSettled) return;
    setAwaited(false);
    pick(matches[0]);
  });

  const optionId = (index: number) => `${id}-option-${index}`;

  function pick(customer: CustomerSummary | undefined) {
    if (!customer) return;
    setOpen(false);
    setActive(0);
    onPick(customer);
  }

  function onKey(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && isOpen && !isPicked && !isSettled && active === 0) {
      event.preventDefault();
      setAwaited(true);
    } else if (!isListed) return;
    else if (by) {
      event.preventDefault();
      setActive((marked + by + matches.length) % matches.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      pick(matches[marked]);
    }
  }

  const isUnknown =
    name.trim().length >= ENOUGH && !isListed && isSettled && namesakesOf(name, matches).length === 0;
  const hint = isPicked
    ? 'A known customer. Their profile gets this appointment.'
    : !isUnknown
      ? undefined
      : isNewPossible
        ? 'A new customer, unless email or phone are known.'
        : matches.length === 0 && 'No customers found matching your search';
  return (
    <div className="relative space-y-1">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="text"
        role="combobox"
        required={isRequired}
        autoComplete="off"
        maxLength={200}
        placeholder={isNewPossible ? 'Search or enter a new name' : 'Name, email or phone'}
        aria-expanded={isListed}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isListed ? optionId(marked) : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        value={name}
        onChange={({ target }) => {
          setOpen(true);
          setActive(0);
          setAwaited(false);
          onType(target.value);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
        className={controlClass}
      />
      <p
        id={`${id}-note`}
        className={`text-sm empty:hidden ${error ? 'font-medium text-bad' : 'text-stone'}`}
      >
        {error ?? hint}
      </p>
      {matches.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Customers"
          tabIndex={-1}
          // Hidden and not removed when the field loses the focus: if an element is removed just then, the dialog takes the focus.
          hidden={!isOpen}
          className="absolute inset-x-0 top-16 z-10 max-h-64 overflow-y-auto rounded-md border border-line bg-panel p-1 shadow-md"
        >
          {matches.map((customer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, which handles the keys.
            <div
              key={customer.id}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === marked}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(customer)}
              className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 hover:bg-sand aria-selected:bg-sand pointer-coarse:min-h-11"
            >
              <span className="min-w-0 flex-1 truncate font-medium">{customer.name}</span>
              <span className="truncate text-xs text-stone tabular-nums">
                {customer.phone ?? customer.email}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
