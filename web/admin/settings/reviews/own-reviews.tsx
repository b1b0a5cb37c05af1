import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminReview } from '../../../../src/contracts/settings/reviews.ts';
import type { Sections } from '../../../../src/contracts/settings/sections.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { AdminButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { FailedState, RowsSkeleton } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { Group } from '../form/group.tsx';
import { Published } from './published.tsx';
import { ERASE_REVIEW, REMOVE_REVIEW, REVIEWS } from './queries.ts';
import { ReviewCard } from './review-card.tsx';
import { ReviewDialog } from './review-dialog.tsx';

type Shown =
  | { readonly dialog: 'add' }
  | { readonly dialog: 'edit' | 'erase'; readonly review: AdminReview }
  | null;

/** The published reviews, and those that staff have entered. */
export function OwnReviews({ saved }: { saved: Sections['reviews'] }) {
  const { data, error, reload } = useAdminQuery(REVIEWS, 'all');
  const [shown, setShown] = useState<Shown>(null);
  const remove = useCommand(REMOVE_REVIEW);
  const { undoButton } = useEventUndo();
  const close = () => setShown(null);

  async function takeDown({ id, version }: AdminReview) {
    try {
      const answer = await remove.send({ id }, version);
      toastSuccess('Review removed', undefined, undoButton('settings', 'reviews', answer));
    } catch (failure) {
      toastFailure(failure);
    }
  }

  if (!data)
    return (
      <div className="pb-6">
        {error ? (
          <FailedState what="The reviews couldn’t be loaded" error={error} onRetry={reload} />
        ) : (
          <RowsSkeleton rows={3} label="Loading the reviews..." />
        )}
      </div>
    );

  const present = data.filter(({ removed }) => !removed);
  const removed = data.filter((review) => review.removed);
  return (
    <>
      <Published saved={saved} own={present.length} />
      <div className="mb-6 border-b border-line pt-6">
        <Group title="Reviews" about="Your clients’ own words. Please publish only what they have agreed to.">
          {present.length === 0 && <p className="text-sm text-stone">You have entered none yet.</p>}
          {present.length > 0 && (
            <ul aria-label="Reviews" className="divide-y divide-line rounded-md border border-line bg-panel">
              {present.map((review) => (
                <ReviewCard
                  key={review.id}
                  review={review}
                  actions={{
                    Edit: () => setShown({ dialog: 'edit', review }),
                    Remove: () => void takeDown(review),
                    Erase: () => setShown({ dialog: 'erase', review }),
                  }}
                />
              ))}
            </ul>
          )}
          <div>
            <AdminButton onClick={() => setShown({ dialog: 'add' })}>
              <Plus aria-hidden="true" className="size-4" />
              Add a review
            </AdminButton>
          </div>
          {removed.length > 0 && (
            <div className="space-y-2">
              <p className="text-sm text-stone">
                Removed: nobody sees these. The history below can undo that, until you erase them.
              </p>
              <ul
                aria-label="Removed reviews"
                className="divide-y divide-line rounded-md border border-line bg-panel"
              >
                {removed.map((review) => (
                  <ReviewCard
                    key={review.id}
                    review={review}
                    actions={{ Erase: () => setShown({ dialog: 'erase', review }) }}
                  />
                ))}
              </ul>
            </div>
          )}
        </Group>
      </div>
      {shown?.dialog === 'add' && <ReviewDialog opened={undefined} current={undefined} onClose={close} />}
      {shown?.dialog === 'edit' && (
        <ReviewDialog
          opened={shown.review}
          current={present.find(({ id }) => id === shown.review.id)}
          onClose={close}
        />
      )}
      {shown?.dialog === 'erase' && <EraseDialog review={shown.review} onClose={close} />}
    </>
  );
}

function EraseDialog({ review: { id, name }, onClose }: { review: AdminReview; onClose: () => void }) {
  const erase = useCommand(ERASE_REVIEW);
  return (
    <ConfirmDialog
      title={`Erase the review by ${name}?`}
      question="Name and words are removed everywhere, from the website and the history as well. This cannot be undone."
      confirm="Erase for good"
      keep="Keep Review"
      onConfirm={async () => {
        await erase.send({ id });
        toastSuccess('Review erased');
      }}
      onClose={onClose}
    />
  );
}
