import { useCallback, useEffect, useState } from 'react';
import { useAddressQuery } from '../../../ui/use-address-query.ts';

/** The filters of a screen, kept in its address: a reload, the browser's Back and a shared link show the same. */
export function useFilters<Name extends string>(
  defaults: Readonly<Record<Name, string>>,
): {
  readonly filters: Readonly<Record<Name, string>>;
  readonly setFilter: (name: Name, value: string) => void;
  readonly clear: () => void;
} {
  const [query, changeQuery] = useAddressQuery();
  const names = Object.keys(defaults) as Name[];
  const filters = Object.fromEntries(
    names.map((name) => [name, query.get(name) ?? defaults[name]]),
  ) as Record<Name, string>;
  const setFilter = useCallback(
    (name: Name, value: string) =>
      changeQuery(
        (next) => {
          if (value === defaults[name]) next.delete(name);
          else next.set(name, value);
        },
        { replace: true },
      ),
    [changeQuery, defaults],
  );
  const clear = () =>
    changeQuery(
      (next) => {
        for (const name of names) next.delete(name);
      },
      { replace: true },
    );
  return { filters, setFilter, clear };
}

const TYPING_MS = 150;

/** The typed text, which is applied as a filter after a short pause, so that not every letter causes a request. */
export function useTypedFilter(value: string, onSettle: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  // Values that were passed on. The address gets them some renders later, when more may have been typed.
  const [passedOn, setPassedOn] = useState<readonly string[]>([]);
  if (value !== seen) {
    setSeen(value);
    if (passedOn.includes(value)) setPassedOn(passedOn.slice(passedOn.indexOf(value) + 1));
    else {
      // Something else has changed the address, such as the browser's Back.
      setPassedOn([]);
      setTyped(value);
    }
  }
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => {
      setPassedOn((before) => [...before, typed]);
      onSettle(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onSettle]);
  return [typed, setTyped] as const;
}
