import { useEffect } from 'react';

/** The input of the forms of the sign-in page, except passwords. Each form starts with it. */
interface KeptInput {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

const NOTHING: KeptInput = { email: '', first_name: '', last_name: '' };

let kept = NOTHING;

export const keptInput = (): KeptInput => kept;

export function forgetInput(): void {
  kept = NOTHING;
}

/** Stores what is typed, with every change: the next form is mounted before this one is unmounted. */
export function useKeepInput(
  watch: (listener: (values: Partial<KeptInput>) => void) => { unsubscribe(): void },
): void {
  useEffect(() => {
    const { unsubscribe } = watch(({ email, first_name, last_name }) => {
      kept = {
        email: email ?? kept.email,
        first_name: first_name ?? kept.first_name,
        last_name: last_name ?? kept.last_name,
      };
    });
    return unsubscribe;
  }, [watch]);
}
