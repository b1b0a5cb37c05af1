/** How far something is, with words for it. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const percent = total > 0 ? Math.min(100, Math.round((done / total) * 100)) : 0;
  return (
    <div className="max-w-3xl space-y-1.5">
      <p className="text-sm tabular-nums">{label}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sand forced-colors:border"
      >
        <div
          style={{ width: `${percent}%` }}
          className="h-full rounded-full bg-brass transition-[width] forced-colors:bg-[Highlight]"
        />
      </div>
    </div>
  );
}
