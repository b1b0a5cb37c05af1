import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react';
import { AdminButton } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { useDiscardQuestion } from './use-discard-question.tsx';

/** A dialog with a form, and buttons that leave it or send it. It asks before it discards what was typed. */
export function FormDialog({
  form: { submit, pending, isDirty },
  discard,
  save,
  saving = 'Saving...',
  cancel,
  besides,
  isWaiting = false,
  isBlocked = false,
  formClass = 'space-y-4',
  below,
  children,
  onClose,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'footer'> & {
  /** The form that `useAdminForm` returns. */
  form: { submit: (event: FormEvent<HTMLFormElement>) => unknown; pending: boolean; isDirty: boolean };
  /** The question before what was typed is discarded; without one, nothing is lost that is worth it. */
  discard?: string;
  /** The label of the button that sends; `saving` stands there meanwhile. */
  save: ReactNode;
  saving?: ReactNode;
  /** The label of a button that leaves without a question, in the place of Cancel. */
  cancel?: string;
  /** Further buttons before the one that sends. @param form the form's id, with which they can send it, too */
  besides?: (form: string) => ReactNode;
  /** Whether something has to be loaded first. */
  isWaiting?: boolean;
  /** Whether it can't be sent, for a reason that the form says. */
  isBlocked?: boolean;
  formClass?: string;
  /** The content below the form. */
  below?: ReactNode;
}) {
  const id = useId();
  const isTouched = isDirty && discard !== undefined;
  const { leave, question } = useDiscardQuestion({ title: discard, isTouched, onClose });
  return (
    <Dialog
      {...dialog}
      isSending={pending}
      onClose={leave}
      footer={
        <>
          <AdminButton onClick={cancel ? onClose : leave}>{cancel ?? 'Cancel'}</AdminButton>
          {besides?.(id)}
          <AdminButton
            look="primary"
            type="submit"
            form={id}
            busy={pending || isWaiting}
            disabled={isBlocked}
          >
            {pending ? saving : save}
          </AdminButton>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className={formClass}>
        {children}
      </form>
      {below}
      {question}
    </Dialog>
  );
}
