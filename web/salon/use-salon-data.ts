import type { PageName } from '../../src/contracts/pages.ts';
import { useRemote } from '../ui/use-remote.ts';

/** What the API tells everybody. It comes with the page; the code that asks for it, only when it is asked again. */
const answers = () => import('./data.ts');

export const useSalonAnswer = () =>
  useRemote('/api/salon', async (signal) => (await answers()).fetchSalon(signal));

export const useServices = () =>
  useRemote('/api/services', async (signal) => (await answers()).fetchServices(signal));

export const usePageAnswer = <Name extends PageName>(name: Name) =>
  useRemote(`/api/pages/${name}`, async (signal) => (await answers()).fetchPage(name, signal));
