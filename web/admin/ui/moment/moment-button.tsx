import { History } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { serverNow } from '../../../ui/server-clock.ts';
import { AdminButton } from '../button.tsx';
import type { MomentDialog as Form } from './moment-dialog.tsx';
import { MomentDialog } from './moment-dialog.tsx';

/** A button that asks for a moment of the past. */
export function MomentButton({
  label,
  at,
  onChoose,
  ...texts
}: Pick<ComponentProps<typeof Form>, 'title' | 'description' | 'onChoose'> & {
  label: string;
  /** The instant to begin with; now if there is none. */
  at?: string | null | undefined;
}) {
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
          {...texts}
          initial={at ? new Date(at) : serverNow()}
          onChoose={(instant) => {
            close();
            onChoose(instant);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
