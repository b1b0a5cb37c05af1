import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useAskBeforeUnload } from '../../ui/use-ask-before-leaving.ts';

/** A key that was just made. */
export interface ShownKey {
  readonly secret: string;
  readonly name: string;
}

/** A new key, the only time that it is shown. */
export function NewKey({ secret, name, onKept }: ShownKey & { onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useAskBeforeUnload();
  return (
    <div className="max-w-3xl animate-enter space-y-4 rounded-md border border-line bg-panel p-5">
      <div className="space-y-1 text-sm">
        <h3
          ref={heading}
          tabIndex={-1}
          className="font-sans text-base font-semibold tracking-normal outline-none"
        >
          The key for “{name}”
        </h3>
        <p className="text-stone">
          It is shown this once. Put it into the program now. Whoever has it can do what you have chosen, so
          send it to nobody by mail or chat.
        </p>
      </div>
      <p className="rounded-md bg-sand px-3.5 py-2.5 font-mono text-sm select-all wrap-anywhere">{secret}</p>
      <div className="flex flex-wrap items-center gap-3 max-sm:flex-col max-sm:items-stretch">
        <CopyButton text={secret} label="Copy the key" />
        <Button onClick={onKept}>I have put it in</Button>
      </div>
    </div>
  );
}
