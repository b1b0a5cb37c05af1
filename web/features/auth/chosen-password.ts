/**
 * A password that was chosen by a link, but can be saved only after the account's second factor. It is kept in memory, for
 * the one account that it was chosen for.
 */
let chosen: { readonly userId: string; readonly password: string } | null = null;

export function keepPassword(userId: string, password: string): void {
  chosen = { userId, password };
}

const hasKeptPassword = (userId: string): boolean => chosen?.userId === userId;

/** @returns what was kept, once; null for anybody else */
export function takePassword(userId: string): string | null {
  const password = hasKeptPassword(userId) ? (chosen?.password ?? null) : null;
  chosen = null;
  return password;
}
