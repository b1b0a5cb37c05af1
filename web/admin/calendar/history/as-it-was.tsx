import { History } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { MOMENT_PARAMETER } from '../plan/span.ts';

/** Loaded when somebody first asks for a moment. */
const MomentDialog = lazyPart(async () => (await import('./moment-dialog.tsx')).MomentDialog);

/** A button that asks for a moment, and shows the calendar as it was then. */
export function AsItWas({ label, at }: { label: string; at?: string | null | undefined }) {
  const [, changeAddress] = useAddressQuery();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <AdminButton className="print:hidden" onClick={() => setAsking(true)}>
        <History aria-hidden="true" className="size-4" />
        {label}
      </AdminButton>
      {isAsking && (
        <MomentDialog
          initial={at ? new Date(at) : new Date()}
          onChoose={(instant) => {
            close();
            changeAddress((next) => next.set(MOMENT_PARAMETER, instant));
          }}
          onClose={close}
          onFailed={close}
        />
      )}
    </>
  );
}
