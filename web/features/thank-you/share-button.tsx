import { Share2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';

/** Shares the private link if the device can, otherwise copies it. */
export function ShareButton({ path, title }: { path: string; title: string }) {
  const url = new URL(path, window.location.origin).href;
  async function share() {
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      toastSuccess('Link copied', 'Anybody who has it can change your appointment.');
    } catch (error) {
      // The visitor closed the share sheet, which is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toastError('Error', 'The link could not be copied.');
    }
  }
  return (
    <Button look="light" className="max-sm:w-full" onClick={share}>
      <Share2 aria-hidden="true" className="size-4" />
      Share or copy link
    </Button>
  );
}
