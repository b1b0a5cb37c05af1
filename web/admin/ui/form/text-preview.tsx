import { TriangleAlert } from 'lucide-react';
import { charactersBeyondGsm, smsLength } from '../../../../src/salon/sms-length.ts';
import { textLength } from './text-message-area.tsx';

/** A text message as a customer gets it, and its length with what makes it cost more. */
export function TextPreview({ text }: { text: string }) {
  const beyond = charactersBeyondGsm(text);
  const isDear = smsLength(text).segments > 1 || beyond.length > 0;
  return (
    <div className="space-y-1.5">
      {text !== '' && (
        <blockquote className="rounded-md bg-sand px-3.5 py-2.5 text-sm whitespace-pre-line wrap-anywhere">
          {text}
        </blockquote>
      )}
      <p
        className={`flex items-center gap-1.5 text-xs tabular-nums ${isDear ? 'font-medium text-warn' : 'text-stone'}`}
      >
        {isDear && <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />}
        <span>
          {textLength(text)}
          {beyond.length > 0 && ` (${beyond.join(' ')})`}
        </span>
      </p>
    </div>
  );
}
