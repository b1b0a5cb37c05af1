import { useEffect, useState } from 'react';
import { MOST_PICTURE_BYTES, PICTURE_TYPES } from '../../../src/contracts/salon/own-pictures.ts';
import {
  PICTURE_SHAPES,
  type PictureUse,
  pictureUseWords,
  shapeOfUse,
  stylistOfUse,
} from '../../../src/contracts/salon/picture-uses.ts';
import { Callout } from '../../ui/callout.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { AdminField } from '../ui/form/field.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { commandFailure } from '../ui/toast-failure.ts';
import { AltField, described } from './alt-field.tsx';
import { SHOW_UPLOAD } from './commands.ts';
import { type Crop, cropOf, largestCrop } from './crop.ts';
import { CropArea } from './crop-area.tsx';

const NOT_SHOWN = 'This browser can’t show this file. Please choose a JPEG, PNG, WebP or AVIF.';
const TOO_LARGE = 'This file is larger than 20 MB. Please choose a smaller one.';

/** Pixels across that the picture is drawn with: enough for any screen, and small enough for a phone. */
const SHOWN_WIDTH = 1200;

/** A chosen file, as it is drawn. */
interface Opened {
  readonly file: File;
  readonly picture: ImageBitmap;
}

/** Opens a file, turned upright. @returns a sentence when it can't be shown */
async function open(file: File): Promise<Opened | string> {
  if (!(PICTURE_TYPES as readonly string[]).includes(file.type)) return NOT_SHOWN;
  if (file.size > MOST_PICTURE_BYTES) return TOO_LARGE;
  try {
    const whole = await createImageBitmap(file);
    if (whole.width <= SHOWN_WIDTH) return { file, picture: whole };
    const size = { resizeWidth: SHOWN_WIDTH, resizeQuality: 'medium' } as const;
    const picture = await createImageBitmap(whole, size);
    whole.close();
    return { file, picture };
  } catch {
    return NOT_SHOWN;
  }
}

/** Chooses a file, the part of it that is shown, and its description. */
export function UploadDialog({
  use,
  title = pictureUseWords(use),
  shown = 'Picture shown',
  onClose,
}: {
  use: PictureUse;
  title?: string;
  /** Said once it is saved. */
  shown?: string | undefined;
  onClose: () => void;
}) {
  const [opened, setOpened] = useState<Opened>();
  const [crop, setCrop] = useState<Crop>();
  const [failure, setFailure] = useState<string>();
  const { send } = useCommand(SHOW_UPLOAD);
  const { undoButton } = useEventUndo();
  const picture = opened?.picture;
  useEffect(() => () => picture?.close(), [picture]);
  const form = useAdminForm({
    values: { alt: '' },
    schema: described(use),
    send: save,
    onFailure: (error) => setFailure(commandFailure(error)),
  });

  const { width, height } = PICTURE_SHAPES[shapeOfUse(use)];
  const largest = picture && largestCrop(width / height, picture.width / picture.height);

  async function choose(file: File | undefined) {
    if (!file) return;
    setFailure(undefined);
    const result = await open(file);
    if (typeof result === 'string') return setFailure(result);
    setOpened(result);
    setCrop(largestCrop(width / height, result.picture.width / result.picture.height));
  }

  async function save({ alt }: { alt: string }) {
    if (!opened || !crop) return setFailure('Please choose a file first.');
    const { file } = opened;
    setFailure(undefined);
    const stamp = `${file.name} ${file.size} ${file.lastModified}`;
    const answer = await send({ use, file, stamp, crop: cropOf(crop), alt });
    toastSuccess(shown, undefined, undoButton('settings', 'pictures', answer));
    onClose();
  }

  return (
    <FormDialog
      title={title}
      description="JPEG, PNG, WebP or AVIF, up to 20 MB. Where it was taken, and all else that a camera adds, is removed."
      save="Show this picture"
      form={{ ...form, isDirty: form.isDirty || opened !== undefined }}
      discard="Discard this picture?"
      onClose={onClose}
    >
      <AdminField
        label="File"
        type="file"
        className="[&_input]:py-1.5"
        required
        accept={PICTURE_TYPES.join(',')}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {picture && crop && largest && (
        <CropArea picture={picture} crop={crop} largest={largest} onChange={setCrop} />
      )}
      {/* A stylist's name describes the picture. */}
      {stylistOfUse(use) === undefined && <AltField use={use} {...form.field('alt')} />}
      {failure && <Callout tone="error">{failure}</Callout>}
    </FormDialog>
  );
}
