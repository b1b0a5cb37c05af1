import { useId, useState } from 'react';
import { pictureUseWords } from '../../../src/contracts/salon/picture-uses.ts';
import type { OwnPicture } from '../../../src/contracts/salon/salon.ts';
import { Notice } from '../../ui/notice.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { SaveButtons } from '../ui/dialog/save-buttons.tsx';
import { commandFailure } from '../ui/toast-failure.ts';
import { AltField, isMissingAlt } from './alt-field.tsx';
import { CHOOSE_PICTURE } from './commands.ts';

/** Changes the description of a picture that is shown. */
export function DescribeDialog({ picture, onClose }: { picture: OwnPicture; onClose: () => void }) {
  const { use, id } = picture;
  const formId = useId();
  const [alt, setAlt] = useState(picture.alt);
  const [failure, setFailure] = useState<string>();
  const { send, busy } = useCommand(CHOOSE_PICTURE);
  const { undoButton } = useEventUndo();

  async function save() {
    if (busy || isMissingAlt(use, alt)) return;
    try {
      const answer = await send({ use, picture: id, alt: alt.trim() });
      toastSuccess('Description saved', undefined, undoButton('settings', 'pictures', answer));
      onClose();
    } catch (error) {
      setFailure(commandFailure(error));
    }
  }

  return (
    <Dialog
      title={pictureUseWords(use)}
      width="narrow"
      onClose={onClose}
      footer={
        <SaveButtons form={formId} busy={busy} onCancel={onClose}>
          Save description
        </SaveButtons>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        className="space-y-4"
      >
        <AltField use={use} value={alt} isTried onChange={setAlt} />
        {failure && <Notice tone="error">{failure}</Notice>}
      </form>
    </Dialog>
  );
}
