/** Only the fields that somebody has changed: another one may have changed others in the meantime. */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields]),
    ),
  ) as Partial<Fields>;
