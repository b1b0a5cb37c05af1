import { Share2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { toastProblem, toastSuccess } from '../../ui/toast.tsx';

/** Shares the private link where the device can, else copies it. */
export function ShareButton({ path, title }: { path: string; title: string }) {
  const url = new URL(path, window.location.origin).href;
  async function share() {
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      toastSuccess('Link copied', 'Keep it to yourself: whoever has it can change your appointment.');
    } catch (error) {
      // Closing the share sheet is a choice, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toastProblem('Error', 'The link could not be copied.');
    }
  }
  return (
    <Button look="light" className="max-sm:w-full" onClick={share}>
      <Share2 aria-hidden="true" className="size-4" />
      Share or copy link
    </Button>
  );
}
