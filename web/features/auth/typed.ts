import { useEffect } from 'react';

/** What was typed into the forms of the sign-in page, but for passwords: each of them begins with it. */
interface Typed {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

const NOTHING: Typed = { email: '', first_name: '', last_name: '' };

let typed = NOTHING;

export const typedBefore = (): Typed => typed;

export function forgetTyped(): void {
  typed = NOTHING;
}

/** Keeps what is typed: the next form is there before this one has gone. */
export function useKeepTyped(
  watch: (told: (values: Partial<Typed>) => void) => { unsubscribe(): void },
): void {
  useEffect(() => {
    const { unsubscribe } = watch(({ email, first_name, last_name }) => {
      typed = {
        email: email ?? typed.email,
        first_name: first_name ?? typed.first_name,
        last_name: last_name ?? typed.last_name,
      };
    });
    return unsubscribe;
  }, [watch]);
}
