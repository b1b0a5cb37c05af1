import type { AdminReview } from '../../../../src/contracts/settings/reviews.ts';
import { topicOf } from '../../data/topics.ts';
import { AdminButton } from '../../ui/button.tsx';
import { ControlsOf } from '../../ui/controls-of.tsx';

/** A review, with what can be done with it. */
export function ReviewCard({
  review: { id, name, location, service, rating, text },
  actions,
}: {
  review: AdminReview;
  /** The actions, by the labels of their buttons. */
  actions: Readonly<Record<string, () => void>>;
}) {
  const about = [location, service].filter(Boolean).join(' · ');
  return (
    <li className="space-y-1.5 px-4 pt-4 pb-2 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <h3 className="font-sans text-sm font-semibold tracking-normal wrap-anywhere">{name}</h3>
        <p role="img" aria-label={`${rating} out of 5 stars`} className="tracking-wide text-brass">
          {'★'.repeat(rating)}
          <span className="text-stone/60">{'☆'.repeat(5 - rating)}</span>
        </p>
        {about && <p className="text-stone wrap-anywhere">{about}</p>}
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <div className="-ml-3 flex flex-wrap gap-1">
        <ControlsOf thing={topicOf('settings', `reviews/${id}`)}>
          {Object.entries(actions).map(([label, run]) => (
            <AdminButton key={label} look="quiet" aria-label={`${label} the review by ${name}`} onClick={run}>
              {label}
            </AdminButton>
          ))}
        </ControlsOf>
      </div>
    </li>
  );
}
