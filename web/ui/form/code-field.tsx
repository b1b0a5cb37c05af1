import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

/** A code of six digits, which phones and password managers fill in. Calls back once it is complete. */
export function CodeField({
  onChange,
  onComplete,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'type' | 'onChange' | 'value'> & {
  value: string;
  onChange: (code: string) => void;
  onComplete?: (code: string) => void;
}) {
  return (
    <TextField
      {...rest}
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      enterKeyHint="done"
      onChange={({ target }) => {
        const code = target.value.replaceAll(/\D/g, '').slice(0, 6);
        onChange(code);
        if (code.length === 6) onComplete?.(code);
      }}
      look="text-center text-lg tracking-[0.4em] tabular-nums"
    />
  );
}
