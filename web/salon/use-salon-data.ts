import type { PageName } from '../../src/contracts/pages.ts';
import { useQuery } from '../ui/use-query.ts';

/**
 * Queries that prerendered pages show. Their data comes with the page, so the code that requests it, with the schemas
 * that check it, is loaded only when a request is sent.
 */
const loadData = () => import('./data.ts');

export const useSalonQuery = () =>
  useQuery('/api/salon', async (signal) => (await loadData()).fetchSalon(signal));

export const useServices = () =>
  useQuery('/api/services', async (signal) => (await loadData()).fetchServices(signal));

export const usePageContent = <Name extends PageName>(name: Name) =>
  useQuery(`/api/pages/${name}`, async (signal) => (await loadData()).fetchPage(name, signal));
