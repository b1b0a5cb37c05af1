import { PICTURE_SHAPES, type PictureUse, shapeOfUse } from '../../../src/contracts/salon/picture-uses.ts';
import type { OwnPicture } from '../../../src/contracts/salon/salon.ts';
import { drawnAddress } from '../../salon/drawn-picture.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { AdminButton } from '../ui/button.tsx';

/** A card calls these. */
interface CardActions {
  readonly onUpload: () => void;
  readonly onDescribe: (picture: OwnPicture) => void;
  readonly onDrawn: () => void;
}

/** The present picture of a use, and the actions on it. */
export function PictureCard({
  use,
  label,
  picture,
  note,
  busy,
  onUpload,
  onDescribe,
  onDrawn,
}: CardActions & {
  use: PictureUse;
  label: string;
  /** Undefined for the drawn one. */
  picture: OwnPicture | undefined;
  /** Why visitors don't see it yet. */
  note?: string | undefined;
  busy: boolean;
}) {
  const { share_card } = useSalon();
  const { width, height } = PICTURE_SHAPES[shapeOfUse(use)];
  const state = picture ? picture.alt || 'Yours, without a description' : 'Drawn';
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-panel p-3">
      <div className="flex h-44 items-center justify-center overflow-hidden rounded-md bg-sand">
        <img
          src={picture?.jpeg ?? drawnAddress(use, share_card)}
          alt={picture?.alt || `${label}, as it is shown`}
          width={width}
          height={height}
          loading="lazy"
          className="h-full w-auto max-w-full object-contain"
        />
      </div>
      <div className="flex-1">
        <h3 className="font-sans text-sm font-semibold tracking-normal">{label}</h3>
        <p className="line-clamp-2 text-sm text-stone wrap-anywhere">{state}</p>
        {note && <p className="text-sm font-medium text-warn">{note}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <AdminButton onClick={onUpload} aria-label={`${picture ? 'Replace' : 'Upload'}: ${label}`}>
          {picture ? 'Replace' : 'Upload'}
        </AdminButton>
        {picture && (
          <>
            <AdminButton look="quiet" onClick={() => onDescribe(picture)} aria-label={`Describe: ${label}`}>
              Describe
            </AdminButton>
            <AdminButton
              look="quiet"
              busy={busy}
              onClick={onDrawn}
              aria-label={`Back to the drawn one: ${label}`}
            >
              Back to the drawn one
            </AdminButton>
          </>
        )}
      </div>
    </li>
  );
}
