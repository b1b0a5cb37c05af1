import type { ReactNode } from 'react';
import { Choice } from '../../ui/form/choice.tsx';
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

interface TextProps extends FieldProps {
  /** How it reads with its words in braces replaced is shown elsewhere. */
  readonly isPreviewed?: boolean;
}

/** How a text reads on the website, if that differs from what is typed. */
const shownHint = ({ hint, isPreviewed }: TextProps, shown: string | undefined) =>
  shown === undefined || isPreviewed ? hint : [hint, `Visitors read: ${shown}`].filter(Boolean).join(' ');

/** A text on one line. @param isOptional an empty one means that there is none */
export function LineField({
  isOptional = false,
  type = 'text',
  ...field
}: TextProps & {
  readonly isOptional?: boolean;
  readonly type?: 'text' | 'tel' | 'url' | 'date' | 'time';
}) {
  const { path, label, className } = field;
  const { value, error, change, shown } = useField<string | null>(path);
  return (
    <AdminField
      autoComplete="off"
      {...{ label, className, error, type }}
      hint={shownHint(field, shown(value ?? ''))}
      required={!isOptional}
      value={value ?? ''}
      onChange={({ target }) => change(isOptional && target.value.trim() === '' ? null : target.value)}
    />
  );
}

/** A text of several lines. */
export function ParagraphField({ rows = 3, ...field }: TextProps & { readonly rows?: number }) {
  const { path, label, className } = field;
  const { value, error, change, shown } = useField<string>(path);
  return (
    <AdminTextArea
      {...{ label, className, error, rows }}
      hint={shownHint(field, shown(value))}
      required
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** A number. What is no number stays as it was typed, until it is saved. */
export function NumberField({ path, step = 1, ...texts }: FieldProps & { readonly step?: number | 'any' }) {
  const { value, error, change } = useField<unknown>(path);
  return (
    <AdminField
      type="number"
      inputMode="decimal"
      {...texts}
      {...{ error, step }}
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
  isOptional = false,
  ...texts
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
      {...texts}
      error={error}
      required={!isOptional}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        change(centsOf(target.value));
      }}
    />
  );
}

/** Yes or no. */
export function YesField({ path, children }: { readonly path: Path; readonly children: ReactNode }) {
  const { value, change } = useField<boolean>(path);
  return (
    <Choice
      type="checkbox"
      checked={value}
      onChange={({ target }) => change(target.checked)}
      className="text-sm"
    >
      {children}
    </Choice>
  );
}

/** One of several values. */
export function ChoiceField<Value extends string | number>({
  path,
  options,
  ...texts
}: FieldProps & { readonly options: readonly (readonly [value: Value, words: string])[] }) {
  const { value, error, change } = useField<Value>(path);
  return (
    <AdminSelect
      {...texts}
      error={error}
      required
      value={value}
      onChange={({ target }) => change(options.find(([one]) => String(one) === target.value)?.[0] ?? value)}
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
