import { use } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchSalon } from '../../salon/fetch-salon-data.ts';
import { AnswerCacheContext } from '../../ui/query/answer-cache.ts';

/** Loads the salon's profile again, so that the sidebar has its new name. If that fails, the next page load has it. */
export function useReloadSalon(): () => Promise<void> {
  const cache = use(AnswerCacheContext);
  const navigate = useNavigate();
  return async () => {
    const salon = await fetchSalon(new AbortController().signal).catch(() => undefined);
    if (!salon) return;
    cache.keep('/api/salon', salon);
    // The layout shows the cached profile when it is rendered the next time. By now another screen may be shown.
    const { pathname, search, hash } = window.location;
    navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  };
}
