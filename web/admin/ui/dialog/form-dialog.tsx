import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react';
import { Dialog } from './dialog.tsx';
import { SaveButtons } from './save-buttons.tsx';

/** A dialog with a form, and buttons that leave it or send it. */
export function FormDialog({
  save,
  busy,
  onSave,
  formClass = 'space-y-4',
  below,
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'footer'> & {
  /** The label of the button that sends. */
  save: ReactNode;
  busy: boolean;
  onSave: (event: FormEvent<HTMLFormElement>) => void;
  formClass?: string;
  /** What stands below the form. */
  below?: ReactNode;
}) {
  const form = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <SaveButtons form={form} busy={busy} onCancel={dialog.onClose}>
          {save}
        </SaveButtons>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSave(event);
        }}
        className={formClass}
      >
        {children}
      </form>
      {below}
    </Dialog>
  );
}
