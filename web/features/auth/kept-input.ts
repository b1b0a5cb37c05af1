import { useEffect } from 'react';

/** What was typed into the forms of the sign-in page, but for passwords: each of them begins with it. */
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

/** Keeps what is typed: the next form is there before this one has gone. */
export function useKeepInput(
  watch: (told: (values: Partial<KeptInput>) => void) => { unsubscribe(): void },
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
