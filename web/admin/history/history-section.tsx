import { ChevronRight } from 'lucide-react';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { HistoryList } from './history-list.tsx';
import { HISTORY_PARAMETER } from './history-parameter.ts';
import type { HistoryQuery } from './queries.ts';

/** The history of a thing, below its current state; loaded when it is opened. */
export function HistorySection({ query, id }: { query: HistoryQuery; id: string }) {
  const [address, changeAddress] = useAddressQuery();
  const isOpen = address.has(HISTORY_PARAMETER);
  const turn = () =>
    changeAddress(
      (next) => {
        if (isOpen) next.delete(HISTORY_PARAMETER);
        else next.set(HISTORY_PARAMETER, '');
      },
      { replace: true },
    );
  return (
    <section aria-label="History" className="border-t border-line pt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={turn}
        className="flex min-h-9 w-full items-center gap-1.5 text-left text-sm font-semibold focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        <ChevronRight
          aria-hidden="true"
          className={`size-4 text-stone transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        History
      </button>
      {isOpen && (
        <div className="pt-2">
          <HistoryList query={query} id={id} />
        </div>
      )}
    </section>
  );
}
