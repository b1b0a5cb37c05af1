import { getPage, type PageContent, type PageName } from '../../src/contracts/salon/pages.ts';
import { getSalon } from '../../src/contracts/salon/salon.ts';
import { listServices } from '../../src/contracts/salon/services.ts';
import { call } from '../api.ts';

interface Reading {
  readonly after?: string | undefined;
  readonly onReached?: (position: string) => void;
}

/** The salon's profile, opening hours and own pictures. */
export const fetchSalon = (signal: AbortSignal, { after, ...reading }: Reading = {}) =>
  call(getSalon, { signal, query: { after }, ...reading });

/** The active services. */
export const fetchServices = (signal: AbortSignal) => call(listServices, { signal });

/** The texts and pictures of a page. */
export function fetchPage<Name extends PageName>(name: Name, signal: AbortSignal) {
  const operation: (typeof getPage)[PageName] = getPage[name];
  // The name selects this page from the union of all.
  return call(operation, { signal }) as Promise<PageContent[Name]>;
}
