import { AdminField, AdminSelect, AdminTextArea } from '../../ui/form/field.tsx';
import { useField } from './form-context.ts';
import type { Path } from './paths.ts';
import { useTyped } from './use-typed.ts';

interface FieldProps {
  readonly path: Path;
  readonly label: string;
  readonly hint?: string;
  readonly className?: string;
}

/** How a text reads on the website, if that differs from what is typed. */
const shownHint = (hint: string | undefined, shown: string | undefined) =>
  shown === undefined ? hint : `${hint ? `${hint} ` : ''}Visitors read: ${shown}`;

/** A text on one line. @param isOptional an empty one means that there is none */
export function LineField({
  path,
  label,
  hint,
  className,
  isOptional = false,
  ...input
}: FieldProps & {
  readonly isOptional?: boolean;
  readonly type?: 'tel' | 'url' | 'date' | 'time';
  readonly autoComplete?: string;
}) {
  const { value, error, change, shown } = useField<string | null>(path);
  return (
    <AdminField
      autoComplete="off"
      {...input}
      {...{ label, className, error }}
      hint={shownHint(hint, shown(value ?? ''))}
      required={!isOptional}
      value={value ?? ''}
      onChange={({ target }) => change(isOptional && target.value.trim() === '' ? null : target.value)}
    />
  );
}

/** A text of several lines. */
export function ParagraphField({
  path,
  label,
  hint,
  className,
  rows = 3,
}: FieldProps & { readonly rows?: number }) {
  const { value, error, change, shown } = useField<string>(path);
  return (
    <AdminTextArea
      {...{ label, className, error, rows }}
      hint={shownHint(hint, shown(value))}
      required
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** A number. What is no number stays as it was typed, until it is saved. */
export function NumberField({
  path,
  label,
  hint,
  className,
  step = 1,
}: FieldProps & { readonly step?: number | 'any' }) {
  const { value, error, change } = useField<unknown>(path);
  return (
    <AdminField
      type="number"
      inputMode="decimal"
      {...{ label, hint, className, error, step }}
      required
      value={String(value ?? '')}
      onChange={({ target }) => change(target.value === '' ? '' : Number(target.value))}
    />
  );
}

const PRICE = /^\d+(?:\.\d{1,2})?$/;
const dollarsOf = (cents: unknown) =>
  typeof cents === 'number' ? (cents / 100).toFixed(2).replace(/\.00$/, '') : String(cents ?? '');

/** A price in dollars; the section has cents. */
export function PriceField({
  path,
  label,
  hint,
  className,
  isOptional = false,
}: FieldProps & { readonly isOptional?: boolean }) {
  const { value, error, change } = useField<unknown>(path);
  const centsOf = (text: string) => {
    const amount = text.trim();
    if (amount === '' && isOptional) return undefined;
    return PRICE.test(amount) ? Math.round(Number(amount) * 100) : amount;
  };
  const [typed, setTyped] = useTyped<unknown>(value, centsOf, dollarsOf);
  return (
    <AdminField
      inputMode="decimal"
      autoComplete="off"
      {...{ label, hint, className, error }}
      required={!isOptional}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        change(centsOf(target.value));
      }}
    />
  );
}

/** One of several values. */
export function ChoiceField({
  path,
  label,
  hint,
  className,
  options,
}: FieldProps & {
  readonly options: readonly (readonly [value: string, words: string])[];
}) {
  const { value, error, change } = useField<string>(path);
  return (
    <AdminSelect
      {...{ label, hint, className, error }}
      required
      value={value}
      onChange={({ target }) => change(target.value)}
    >
      {options.some(([one]) => one === value) ? null : <option value={value}>{value}</option>}
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </AdminSelect>
  );
}
