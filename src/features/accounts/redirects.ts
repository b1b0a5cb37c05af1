/**
 * The address of our site that a link may lead to: what was asked for if it is ours, else the first page. Whoever asks for a mail
 * must not choose where its reader ends.
 */
export function ownAddress(asked: string | undefined, publicUrl: string): string {
  const home = `${publicUrl}/`;
  if (asked === undefined || !URL.canParse(asked, home)) return home;
  const url = new URL(asked, home);
  url.hash = '';
  return url.origin === new URL(home).origin && url.username === '' && url.password === '' ? url.href : home;
}

/** The address with these added to its query. */
export function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** The address with these as its fragment, which no server gets to see. */
export const withFragment = (address: string, values: Readonly<Record<string, string>>): string =>
  `${address}#${new URLSearchParams(values)}`;
