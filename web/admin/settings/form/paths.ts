/** The path of a value within a section: the names of fields, and indexes in lists. */
export type Path = readonly (string | number)[];

/** The value at a path; undefined if there is none. */
export const valueAt = (whole: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (part, name) => (part as Readonly<Record<string | number, unknown>> | null)?.[name],
    whole,
  );

/** A copy with another value at a path. */
export function withValueAt(whole: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  const inner = withValueAt(
    (whole as Readonly<Record<string | number, unknown>> | null)?.[name],
    rest,
    value,
  );
  if (Array.isArray(whole)) return whole.map((item, index) => (index === name ? inner : item));
  const { [name]: _, ...others } = (whole ?? {}) as Readonly<Record<string, unknown>>;
  // An optional value that is emptied is left out.
  return inner === undefined ? others : { ...(whole as object), [name]: inner };
}

export const pathText = (path: Path): string => path.join('.');
