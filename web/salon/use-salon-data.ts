import { use } from 'react';
import type { PageName } from '../../src/contracts/salon/pages.ts';
import { AnswerCacheContext } from '../ui/query/answer-cache.ts';
import { useQuery } from '../ui/query/use-query.ts';

/**
 * Queries that prerendered pages show. Their data comes with the page, so the code that requests it, with the schemas
 * that check it, is loaded only when a request is sent.
 */
const loadData = () => import('./fetch-salon-data.ts');

const usePublicQuery = <T>(path: string, load: (signal: AbortSignal) => Promise<T>) =>
  useQuery(path, load, use(AnswerCacheContext));

export const useSalonQuery = () =>
  usePublicQuery('/api/salon', async (signal) => (await loadData()).fetchSalon(signal));

export const useServices = () =>
  usePublicQuery('/api/services', async (signal) => (await loadData()).fetchServices(signal));

export const usePageContent = <Name extends PageName>(name: Name) =>
  usePublicQuery(`/api/pages/${name}`, async (signal) => (await loadData()).fetchPage(name, signal));
