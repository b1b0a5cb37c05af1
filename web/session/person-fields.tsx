import type { ComponentProps } from 'react';
import { TextField } from '../ui/form/field.tsx';

type FieldProps = Omit<ComponentProps<typeof TextField>, 'id' | 'label'>;

/** First and last name, beside each other where there is room. */
export function NameFields({ first, last }: { first: FieldProps; last: FieldProps }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField id="first-name" label="First name" required autoComplete="given-name" {...first} />
      <TextField id="last-name" label="Last name" required autoComplete="family-name" {...last} />
    </div>
  );
}

/** The address that one signs in with. */
export function EmailField({ label = 'Email', ...field }: FieldProps & { label?: string }) {
  return (
    <TextField
      id="email"
      type="email"
      label={label}
      required
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  );
}
