import { Download } from 'lucide-react';
import { AlertDialog } from 'radix-ui';
import { type RefObject, useState } from 'react';
import { useSalon } from '../../../salon/salon-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useAskBeforeLeaving, useAskBeforeUnload } from '../../../ui/use-ask-before-leaving.ts';
import { usePressCover } from '../../ui/dialog/use-press-cover.ts';

/** New recovery codes in a dialog. They are shown only this once, so they must not be left by accident. */
export function NewCodes({
  codes,
  focusAfter,
  onKept,
}: {
  codes: readonly string[];
  focusAfter: RefObject<HTMLElement | null>;
  onKept: () => void;
}) {
  const { name } = useSalon();
  const [isTaken, setIsTaken] = useState(false);
  const [asks, setAsks] = useState(false);
  const cover = usePressCover();
  useAskBeforeUnload();
  useAskBeforeLeaving(true, () => setAsks(true));
  const text = codes.join('\n');
  const file = `Recovery codes for ${name}\nEach works once, in the place of your second factor.\n\n${text}\n`;
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-shade/50" />
        <AlertDialog.Content
          {...cover}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            setAsks(true);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusAfter.current?.focus();
          }}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100svh-2rem)] w-[calc(100%-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 space-y-5 overflow-y-auto rounded-md bg-panel p-6 shadow-md sm:p-8"
        >
          <div className="space-y-1">
            <AlertDialog.Title className="text-xl">Keep these codes now</AlertDialog.Title>
            <AlertDialog.Description className="text-stone">
              They are shown this once. Print them, or put them where you keep passwords.
            </AlertDialog.Description>
          </div>
          <ol className="grid grid-cols-1 gap-x-8 gap-y-1.5 font-medium tabular-nums select-all min-[24rem]:grid-cols-2">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <div className="flex flex-wrap gap-3 max-sm:flex-col">
            <CopyButton text={text} label="Copy the codes" onCopied={() => setIsTaken(true)} />
            <Button
              look="outline"
              onClick={() => {
                saveFile(new Blob([file], { type: 'text/plain' }), 'recovery-codes.txt');
                setIsTaken(true);
              }}
            >
              <Download aria-hidden="true" className="size-4" />
              Save as a file
            </Button>
          </div>
          {asks && !isTaken && (
            <Callout tone="error">
              Nobody can show you these codes again. Have you written them down, or put them in a safe place?
            </Callout>
          )}
          <Button
            className="w-full"
            onClick={() => {
              if (isTaken || asks) onKept();
              else setAsks(true);
            }}
          >
            {asks && !isTaken ? 'Yes, I have them' : 'I have kept them'}
          </Button>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
