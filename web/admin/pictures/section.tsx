import { useState } from 'react';
import { PICTURE_USES, type PictureUse, pictureUseWords } from '../../../src/contracts/salon/picture-uses.ts';
import type { OwnPicture } from '../../../src/contracts/salon/salon.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { CHOOSE_PICTURE, PICTURES } from './commands.ts';
import { DescribeDialog } from './describe-dialog.tsx';
import { PictureCard } from './picture-card.tsx';
import { UploadDialog } from './upload-dialog.tsx';

type Shown =
  | { readonly dialog: 'upload'; readonly use: PictureUse }
  | { readonly dialog: 'describe'; readonly picture: OwnPicture }
  | null;

const isOfGallery = (use: PictureUse) => /-(?:before|after)$/.test(use);

const GROUPS: readonly { title: string; about: string; uses: readonly PictureUse[] }[] = [
  {
    title: 'Front page and links',
    about: 'If only one of the two pictures of the front page is yours, it is shown on all screens.',
    uses: PICTURE_USES.filter((use) => !isOfGallery(use)),
  },
  {
    title: 'Gallery',
    about:
      'Photos of your work, before and after; the words about the drawn pictures go with them. Please publish only what your clients have agreed to.',
    uses: PICTURE_USES.filter(isOfGallery),
  },
];

/** The other picture of a pair. */
const otherOf = (use: PictureUse) =>
  use.endsWith('-before') ? use.replace(/before$/, 'after') : use.replace(/after$/, 'before');

/** Said of a picture whose pair isn't complete. */
const ALONE = 'Shown once the other half is yours, too';

/** Which pictures the website shows: drawn ones, until there are the salon's own. */
export function PicturesSection() {
  const { data, error, reload } = useAdminQuery(PICTURES, 'all');
  const [shown, setShown] = useState<Shown>(null);
  const choose = useCommand(CHOOSE_PICTURE);
  const { undoButton } = useEventUndo();
  const close = () => setShown(null);

  async function backToDrawn(use: PictureUse) {
    try {
      const answer = await choose.send({ use, picture: null, alt: '' });
      toastSuccess('Drawn picture shown again', undefined, undoButton('settings', 'pictures', answer));
    } catch (failure) {
      toastFailure(failure);
    }
  }

  if (error && !data)
    return (
      <FailedState
        what="The pictures couldn’t be loaded"
        toast="The pictures couldn’t be loaded"
        error={error}
        onRetry={reload}
      />
    );
  if (!data) return <RowsSkeleton label="Loading the pictures..." />;

  const own = new Map<string, OwnPicture>(data.map((picture) => [picture.use, picture]));
  const isAlone = (use: PictureUse) => isOfGallery(use) && !own.has(otherOf(use));
  return (
    <div className="space-y-8">
      {GROUPS.map(({ title, about, uses }) => (
        <PagePanel key={title} title={title} about={about}>
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
            {uses.map((use) => (
              <PictureCard
                key={use}
                use={use}
                label={pictureUseWords(use)}
                picture={own.get(use)}
                note={isAlone(use) && own.has(use) ? `${ALONE}.` : undefined}
                busy={choose.busy}
                onUpload={() => setShown({ dialog: 'upload', use })}
                onDescribe={(picture) => setShown({ dialog: 'describe', picture })}
                onDrawn={() => void backToDrawn(use)}
              />
            ))}
          </ul>
        </PagePanel>
      ))}
      {shown?.dialog === 'upload' && (
        <UploadDialog use={shown.use} shown={isAlone(shown.use) ? ALONE : undefined} onClose={close} />
      )}
      {shown?.dialog === 'describe' && <DescribeDialog picture={shown.picture} onClose={close} />}
    </div>
  );
}
