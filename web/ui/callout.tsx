import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const TONES = {
  info: { box: 'border-line bg-panel', icon: Info, ink: 'text-brass' },
  error: { box: 'border-bad/25 bg-bad-tint', icon: CircleAlert, ink: 'text-bad' },
} as const;

/** A message in a box. Screen readers announce an error at once, and information when they reach it. */
export function Callout({
  tone = 'info',
  children,
  actions,
}: {
  tone?: keyof typeof TONES;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const { box, icon: Icon, ink } = TONES[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className={`flex max-w-3xl animate-enter gap-3 rounded-md border p-4 ${box}`}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1 space-y-3">
        <div className="text-pretty">{children}</div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  );
}
