import { getPage, type PageContent, type PageName } from '../../src/contracts/pages.ts';
import { Salon } from '../../src/contracts/salon.ts';
import { ServiceList } from '../../src/contracts/services.ts';
import { requestJson } from '../api.ts';

/** The salon's profile and opening hours. */
export const fetchSalon = (signal: AbortSignal) => requestJson(Salon, '/api/salon', { signal });

/** The active services. */
export const fetchServices = (signal: AbortSignal) => requestJson(ServiceList, '/api/services', { signal });

/** The texts and pictures of a page. */
export const fetchPage = <Name extends PageName>(name: Name, signal: AbortSignal) =>
  requestJson(getPage[name].answer.body, `/api/pages/${name}`, { signal }) as Promise<PageContent[Name]>;
