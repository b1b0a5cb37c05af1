import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextField } from './field.tsx';

/** A password, hidden until its button is pressed. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={`Show ${props.label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-md text-stone hover:text-ink focus-visible:-outline-offset-4"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      }
    />
  );
}
