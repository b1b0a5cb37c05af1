import { useEffect } from 'react';
import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { rememberedChoice } from '../../ui/remembered-choice.ts';
import { NO_FILTERS } from './filters.ts';
import { type Tab, tabOf } from './tabs.ts';

/** The address parameter of the shown tab. */
const PARAMETER = 'tab';

const lastTab = rememberedChoice('appointments-tab');
const remember = (tab: Tab): void => lastTab.choose(tab);

/** The shown tab: that of the address, or the last chosen one if the address has neither tab nor filters. */
export function useTab() {
  const [query, changeQuery] = useAddressQuery();
  const isSet = [PARAMETER, ...Object.keys(NO_FILTERS)].some((name) => query.has(name));
  const tab = isSet ? tabOf(query.get(PARAMETER)) : tabOf(lastTab.current());
  useEffect(() => {
    if (!isSet && tab !== 'all') changeQuery((next) => next.set(PARAMETER, tab), { replace: true });
  }, [isSet, tab, changeQuery]);

  return {
    tab,
    remember,
    /** The query of a tab's address: it keeps the search, and no other filter. */
    queryOf: (to: Tab): string => {
      const next = new URLSearchParams(query);
      for (const name of ['status', 'from', 'to']) next.delete(name);
      if (to === 'all') next.delete(PARAMETER);
      else next.set(PARAMETER, to);
      return String(next);
    },
    /** Removes the filters; those that the shown tab stands for stay. */
    clear: () => {
      // Otherwise the last chosen tab would be shown instead.
      if (tab === 'all') remember(tab);
      changeQuery(
        (next) => {
          for (const name of Object.keys(NO_FILTERS)) next.delete(name);
        },
        { replace: true },
      );
    },
    /** Leaves the tab for filters of one's own. */
    set: (filters: Readonly<Record<string, string>>) => {
      remember('all');
      changeQuery(
        (next) => {
          next.delete(PARAMETER);
          for (const [name, value] of Object.entries(filters)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
        },
        { replace: true },
      );
    },
  };
}
