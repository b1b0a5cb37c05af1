import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

type Change = (change: (query: URLSearchParams) => void, options?: { readonly replace?: boolean }) => void;

/**
 * The query of the page's address, and how a part of it is changed.
 *
 * The router renders a new address a moment later, and its own `setSearchParams` begins from what was rendered: of two
 * changes in this moment the first would be lost. Each change here begins from the browser's own address.
 */
export function useAddressQuery(): readonly [URLSearchParams, Change] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const changeQuery = useCallback<Change>(
    (change, options) => {
      const next = new URLSearchParams(window.location.search);
      change(next);
      navigate({ pathname: window.location.pathname, search: next.toString() }, options);
    },
    [navigate],
  );
  return [query, changeQuery];
}
