import { X } from 'lucide-react';
import { AdminButton } from '../button.tsx';

/** A button beside filters that shows everything again. */
export function ClearFilters({ className, onClear }: { className?: string; onClear: () => void }) {
  return (
    <AdminButton look="quiet" className={className} onClick={onClear}>
      <X aria-hidden="true" className="size-4" />
      Clear filters
    </AdminButton>
  );
}
