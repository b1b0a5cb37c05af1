import type { ReactNode } from 'react';
import { MOST_SHOWN_REVIEWS } from '../../../../src/contracts/settings/review-limits.ts';
import type { Sections } from '../../../../src/contracts/settings/sections.ts';
import { Callout } from '../../../ui/callout.tsx';
import { countText } from '../../ui/number-text.ts';

type Saved = Pick<Sections['reviews'], 'ratings' | 'ratings_confirmed' | 'file_reviews'>;

const AND_THOSE = ', and after them those that came with the program';

/** Which reviews visitors see. */
function reviewsText(own: number, fileReviews: Saved['file_reviews']): ReactNode {
  const others = fileReviews === 'confirmed' ? AND_THOSE : '';
  if (own > MOST_SHOWN_REVIEWS)
    return `The front page shows the last ${MOST_SHOWN_REVIEWS} of your ${own} reviews${others}.`;
  if (own > 0)
    return `The front page shows your ${own === 1 ? 'review' : countText(own, 'review')}${others}.`;
  if (fileReviews === 'confirmed') return 'The front page shows the reviews that came with the program.';
  return (
    <>
      <strong className="font-medium">No review is published yet.</strong>{' '}
      {fileReviews === 'samples'
        ? 'Those that came with the program are invented. Add what a client said, or choose at the end of this page to show none.'
        : 'Add what a client said.'}
    </>
  );
}

/** Which ratings visitors see. */
function ratingsText({ ratings, ratings_confirmed }: Saved): ReactNode {
  if (ratings === null) return 'No ratings are shown.';
  if (ratings_confirmed) return 'The ratings below are shown.';
  return (
    <>
      <strong className="font-medium">The ratings aren’t confirmed yet.</strong> Those that came with the
      program are invented. Enter the salon’s own numbers and say that they are its own, or show none.
    </>
  );
}

/** The published reviews and ratings, and the missing ones. */
export function Published({ saved, own }: { saved: Saved; own: number }) {
  const { ratings, ratings_confirmed, file_reviews } = saved;
  return (
    <Callout>
      <ul className="space-y-1.5 text-sm">
        <li>{reviewsText(own, file_reviews)}</li>
        <li>{ratingsText(saved)}</li>
        {(file_reviews === 'samples' || (ratings && !ratings_confirmed)) && (
          <li className="text-stone">
            On a computer where somebody only tries the program, invented ones are shown.
          </li>
        )}
      </ul>
    </Callout>
  );
}
