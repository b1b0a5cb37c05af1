import { useState } from 'react';
import { pictureUseWords } from '../../../src/contracts/salon/picture-uses.ts';
import type { OwnPicture } from '../../../src/contracts/salon/salon.ts';
import { Notice } from '../../ui/notice.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { useDiscardQuestion } from '../ui/dialog/use-discard-question.tsx';
import { commandFailure } from '../ui/toast-failure.ts';
import { AltField, isMissingAlt } from './alt-field.tsx';
import { CHOOSE_PICTURE } from './commands.ts';

/** Changes the description of a picture that is shown. */
export function DescribeDialog({ picture, onClose }: { picture: OwnPicture; onClose: () => void }) {
  const { use, id } = picture;
  const [alt, setAlt] = useState(picture.alt);
  const [failure, setFailure] = useState<string>();
  const { send, busy } = useCommand(CHOOSE_PICTURE);
  const { undoButton } = useEventUndo();
  const { leave, question } = useDiscardQuestion({
    title: 'Discard this description?',
    isTouched: alt !== picture.alt,
    onClose,
  });

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
    <FormDialog
      title={pictureUseWords(use)}
      width="narrow"
      save="Save description"
      busy={busy}
      onSave={() => void save()}
      onClose={leave}
      below={question}
    >
      <AltField use={use} value={alt} isTried onChange={setAlt} />
      {failure && <Notice tone="error">{failure}</Notice>}
    </FormDialog>
  );
}
