import { MoveHorizontal } from 'lucide-react';
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Picture, type PictureFiles } from './picture.tsx';

interface PictureWithAlt {
  files: PictureFiles;
  alt: string;
}

const STEP = 5;

/**
 * Two pictures of equal composition, one over the other, divided by a line that can be dragged, moved with the arrow
 * keys, or moved to either end by the two buttons. Dragging up or down still scrolls the page. Where motion isn't reduced,
 * it opens from before alone to the middle when it is first seen.
 */
export function Compare({
  label,
  before: pictureBefore,
  after: pictureAfter,
  sizes,
  eager,
}: {
  label: string;
  before: PictureWithAlt;
  after: PictureWithAlt;
  sizes: string;
  /** Whether it is on the first screen. */
  eager: boolean;
}) {
  /** Percentage of the width that shows the picture before. */
  const [before, setBefore] = useState(50);
  const [dragging, setDragging] = useState(false);
  const [opening, setOpening] = useState(false);
  const area = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!area.current || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let closed = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!closed && entry?.intersectionRatio === 0) {
          closed = true;
          setBefore(100);
        } else if (!closed || entry?.isIntersecting) {
          // A picture that was in view from the start stays still.
          observer.disconnect();
          if (closed) {
            setOpening(true);
            setBefore(50);
          }
        }
      },
      { threshold: 0.4 },
    );
    observer.observe(area.current);
    return () => observer.disconnect();
  }, []);
  const moves = dragging ? '' : opening ? MOVES_SLOWLY : MOVES;

  const follow = (event: PointerEvent<HTMLFieldSetElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setBefore(Math.round(Math.min(100, Math.max(0, ((event.clientX - left) / width) * 100))));
  };
  const grab = (event: PointerEvent<HTMLFieldSetElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
    setOpening(false);
    // A touch may still turn into scrolling; a mouse can't.
    if (event.pointerType === 'mouse') follow(event);
  };
  const letGo = () => setDragging(false);

  return (
    <fieldset
      ref={area}
      onTransitionEnd={() => setOpening(false)}
      onPointerDown={grab}
      onPointerMove={dragging ? follow : undefined}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      style={{ '--before': `${before}%` } as CSSProperties}
      className="relative aspect-4/5 cursor-ew-resize touch-pan-y overflow-hidden rounded-md bg-line select-none"
    >
      <legend className="sr-only">{label}</legend>
      <Picture of={pictureAfter.files} alt={pictureAfter.alt} sizes={sizes} eager={eager} className={LAYER} />
      <Picture
        of={pictureBefore.files}
        alt={pictureBefore.alt}
        sizes={sizes}
        eager={eager}
        className={`${LAYER} [clip-path:inset(0_calc(100%-var(--before))_0_0)] ${moves}`}
      />
      <input
        type="range"
        min={0}
        max={100}
        step={STEP}
        value={before}
        onChange={(event) => setBefore(event.target.valueAsNumber)}
        aria-label={`${label}: how much of before is shown`}
        aria-valuetext={`${before}% before, ${100 - before}% after`}
        className="peer pointer-events-none absolute inset-0 size-full opacity-0"
      />
      <span
        aria-hidden="true"
        className={`absolute inset-y-0 left-(--before) w-0.5 -translate-x-1/2 bg-white shadow-md ${moves}`}
      />
      {/* The handle stays fully visible when the line is at an end. */}
      <span
        aria-hidden="true"
        className={`absolute top-1/2 left-[clamp(1.75rem,var(--before),100%-1.75rem)] flex size-11 -translate-1/2 items-center justify-center rounded-full bg-white text-ink shadow-md outline-brass peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-4 ${moves}`}
      >
        <MoveHorizontal className="size-5" />
      </span>
      <div className="pointer-events-none absolute inset-x-2 bottom-1.5 flex justify-between">
        <End label="Before" pressed={before === 100} onPress={() => setBefore(100)} />
        <End label="After" pressed={before === 0} onPress={() => setBefore(0)} />
      </div>
    </fieldset>
  );
}

const MOVES = 'transition-[clip-path,left]';
const MOVES_SLOWLY = `${MOVES} duration-900`;
const LAYER = 'pointer-events-none absolute inset-0 size-full object-cover';

/** The label of one side; pressing it shows that side alone. */
function End({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      // Pressing the button must not start a drag.
      onPointerDown={(event) => event.stopPropagation()}
      className="group pointer-events-auto flex h-11 items-center px-1.5 outline-none"
    >
      <span className="rounded-full bg-ink/70 px-3 py-1 text-sm text-white transition-colors -outline-offset-3 outline-gold group-hover:bg-ink group-focus-visible:bg-ink group-focus-visible:outline-2 group-aria-pressed:bg-white group-aria-pressed:outline-brass group-aria-pressed:text-ink">
        {label}
      </span>
    </button>
  );
}
