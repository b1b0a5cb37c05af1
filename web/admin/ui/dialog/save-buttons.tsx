import type { ReactNode } from 'react';
import { AdminButton } from '../button.tsx';

/** The buttons of a dialog with a form: one leaves it, the other sends the form. */
export function SaveButtons({
  form,
  busy,
  cancel = 'Cancel',
  onCancel,
  children,
}: {
  /** The form's id. */
  form: string;
  busy: boolean;
  cancel?: string;
  onCancel: () => void;
  /** The label of the button that sends. */
  children: ReactNode;
}) {
  return (
    <>
      <AdminButton onClick={onCancel}>{cancel}</AdminButton>
      <AdminButton look="primary" type="submit" form={form} busy={busy}>
        {busy ? 'Saving...' : children}
      </AdminButton>
    </>
  );
}
