import type { Service } from '../../../../src/contracts/salon/services.ts';
import type { PublicStylist } from '../../../../src/contracts/salon/stylists.ts';
import { notDoneBy } from '../../../salon/stylists.ts';
import { useWizard } from '../wizard/store.ts';

/** Says with whom the visitor books, whom a link may have named, and takes that back. */
export function WithWhom({ wished, chosen }: { wished: PublicStylist; chosen: readonly Service[] }) {
  const { chooseStylist } = useWizard();
  const notDone = notDoneBy(wished, chosen).map(({ name }) => name);
  return (
    <p className="wrap-anywhere">
      {notDone.length === 0 ? (
        <>
          You are booking with <strong className="font-medium">{wished.name}</strong>.
        </>
      ) : (
        `You asked for ${wished.name}, who doesn’t do ${notDone.join(', ')}.`
      )}{' '}
      <button
        type="button"
        onClick={() => {
          chooseStylist(null);
          document.getElementById('step')?.focus({ preventScroll: true });
        }}
        className="min-h-11 text-stone underline underline-offset-4 hover:text-ink"
      >
        Book with anyone
      </button>
    </p>
  );
}
