/**
 * Keeps what was made of a value for as long as the value stays the same, and makes it anew for another one.
 *
 * @param end called for what was made of an earlier value
 */
export function keptFor<Value, Made>(
  now: () => Value,
  make: (value: Value) => Made,
  end?: (made: Made) => void,
) {
  let kept: { readonly of: Value; readonly made: Made } | undefined;
  return {
    present(): Made {
      const of = now();
      if (!kept || kept.of !== of) {
        if (kept) end?.(kept.made);
        kept = { of, made: make(of) };
      }
      return kept.made;
    },
    end() {
      if (kept) end?.(kept.made);
      kept = undefined;
    },
  };
}
