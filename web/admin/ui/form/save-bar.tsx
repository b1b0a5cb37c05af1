import { AdminButton } from '../button.tsx';

/** The buttons below a form on a page, which stay in view as long as something is typed that isn't saved. */
export function SaveBar({
  busy,
  isWrong,
  onDiscard,
}: {
  busy: boolean;
  isWrong: boolean;
  onDiscard: () => void;
}) {
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-3 border-t border-line bg-ivory py-3 max-md:bottom-14 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
      {/* It stands on the left, since toasts come up on the right. */}
      <AdminButton look="primary" type="submit" busy={busy}>
        Save changes
      </AdminButton>
      <AdminButton onClick={onDiscard}>Discard</AdminButton>
      <p className={`text-sm ${isWrong ? 'font-medium text-bad' : 'text-stone'}`}>
        {isWrong ? 'Not saved: please look at what is marked.' : 'Unsaved changes'}
      </p>
    </div>
  );
}
