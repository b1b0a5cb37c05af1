import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text. Where the browser doesn't allow it, the text itself is selectable next to the button. */
export function CopyButton({
  text,
  label,
  onCopied,
}: {
  text: string;
  label: string;
  onCopied?: () => void;
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const Icon = state === 'copied' ? Check : Copy;
  async function copy() {
    try {
      // Browsers offer the clipboard on secure origins only.
      await navigator.clipboard.writeText(text);
      setState('copied');
      onCopied?.();
    } catch {
      setState('failed');
    }
  }
  return (
    <>
      <Button look="outline" onClick={copy}>
        <Icon aria-hidden="true" className="size-4" />
        {state === 'copied' ? 'Copied' : label}
      </Button>
      <span role="status" className={state === 'failed' ? 'text-sm text-bad' : 'sr-only'}>
        {state === 'copied' && 'Copied.'}
        {state === 'failed' && 'Your browser didn’t allow it. Please select and copy the text yourself.'}
      </span>
    </>
  );
}
