import { getPage, type PageContent, type PageName } from '../../src/contracts/pages.ts';
import { Salon } from '../../src/contracts/salon.ts';
import { ServiceList } from '../../src/contracts/services.ts';
import { requestJson } from '../api.ts';

/** Who the salon is and when it is open. */
export const fetchSalon = (signal: AbortSignal) => requestJson(Salon, '/api/salon', { signal });

/** What the salon offers now. */
export const fetchServices = (signal: AbortSignal) => requestJson(ServiceList, '/api/services', { signal });

/** What a page says. */
export const fetchPage = <Name extends PageName>(name: Name, signal: AbortSignal) =>
  requestJson(getPage[name].answer.body, `/api/pages/${name}`, { signal }) as Promise<PageContent[Name]>;
