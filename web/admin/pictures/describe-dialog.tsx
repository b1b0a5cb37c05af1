import { useState } from 'react';
import { pictureUseWords } from '../../../src/contracts/salon/picture-uses.ts';
import type { OwnPicture } from '../../../src/contracts/salon/salon.ts';
import { Callout } from '../../ui/callout.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { commandFailure } from '../ui/toast-failure.ts';
import { AltField, described } from './alt-field.tsx';
import { CHOOSE_PICTURE } from './commands.ts';

/** Changes the description of a picture that is shown. */
export function DescribeDialog({ picture, onClose }: { picture: OwnPicture; onClose: () => void }) {
  const { use, id } = picture;
  const [failure, setFailure] = useState<unknown>();
  const { send } = useCommand(CHOOSE_PICTURE);
  const { undoButton } = useEventUndo();
  const form = useAdminForm({
    values: { alt: picture.alt },
    schema: described(use),
    async send({ alt }) {
      const answer = await send({ use, picture: id, alt });
      toastSuccess('Description saved', undefined, undoButton('settings', 'pictures', answer));
      onClose();
    },
    onFailure: setFailure,
  });

  return (
    <FormDialog
      title={pictureUseWords(use)}
      width="narrow"
      save="Save description"
      form={form}
      discard="Discard this description?"
      onClose={onClose}
    >
      <AltField use={use} {...form.field('alt')} />
      {failure !== undefined && <Callout tone="error">{commandFailure(failure)}</Callout>}
    </FormDialog>
  );
}
