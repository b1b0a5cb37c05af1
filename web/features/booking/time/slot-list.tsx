import { parseTime } from '../../../../src/salon/time-text.ts';
import { rememberPressed } from '../step/settle-animation.ts';

const NOON = 12 * 60;
const EVENING = 17 * 60;

/** Times by part of the day, in order. Parts without times are left out. */
export function groupSlots(slots: readonly string[]): { part: string; slots: string[] }[] {
  const partOf = (slot: string) => {
    const minutes = parseTime(slot) ?? 0;
    return minutes < NOON ? 'Morning' : minutes < EVENING ? 'Afternoon' : 'Evening';
  };
  return ['Morning', 'Afternoon', 'Evening']
    .map((part) => ({ part, slots: slots.filter((slot) => partOf(slot) === part) }))
    .filter((group) => group.slots.length > 0);
}

/** Free times as buttons, by part of the day; the chosen one is pressed. */
export function SlotList({
  slots,
  chosen,
  onChoose,
}: {
  slots: readonly string[];
  chosen: string | null;
  onChoose: (time: string) => void;
}) {
  return (
    <div className="animate-enter space-y-6">
      {groupSlots(slots).map(({ part, slots: times }) => (
        <section key={part} aria-labelledby={`part-${part}`}>
          <h4 id={`part-${part}`} className="eyebrow mb-3 text-brass">
            {part}
          </h4>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-2">
            {times.map((time) => (
              <li key={time}>
                <button
                  type="button"
                  aria-pressed={time === chosen}
                  onClick={(event) => {
                    rememberPressed(time, event.currentTarget);
                    onChoose(time);
                  }}
                  className="min-h-12 w-full rounded-md border border-line bg-white font-medium tabular-nums transition-colors hover:border-ink aria-pressed:border-plum aria-pressed:bg-plum aria-pressed:text-white forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
                >
                  {time}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
