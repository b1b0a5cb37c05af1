import { useEffect, useRef } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useAskBeforeUnload } from '../../../ui/use-ask-before-leaving.ts';
import { AdminButton } from '../../ui/button.tsx';

/** Shows a secret this once. */
export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  useAskBeforeUnload();
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="The secret"
      className="max-w-3xl space-y-3 rounded-md border border-brass bg-panel p-4 text-sm outline-none"
    >
      <p>
        <span className="font-medium">Copy this secret now: it is never shown again.</span> Enter it in the
        other program, which knows by it that what arrives comes from you.
      </p>
      <p className="rounded-md bg-sand px-3 py-2 font-mono select-all wrap-anywhere">{secret}</p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={secret} label="Copy the secret" />
        <AdminButton look="quiet" onClick={onDone}>
          I have it
        </AdminButton>
      </div>
    </section>
  );
}
