import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react';
import { type Crop, movedCrop, resizedCrop, SMALLEST } from './crop.ts';

/** How far one press of a key moves the crop, and with Shift. */
const STEP = 0.01;
const LONG_STEP = 0.1;

const DIRECTIONS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * A picture on which a crop is chosen: it is dragged, or moved by the arrow keys, and a slider sets its size.
 *
 * @param largest the largest crop that there can be
 */
export function CropArea({
  picture,
  crop,
  largest,
  onChange,
}: {
  picture: ImageBitmap;
  crop: Crop;
  largest: Crop;
  onChange: (crop: Crop) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const grabbed = useRef<{ readonly x: number; readonly y: number; readonly crop: Crop }>(null);
  const hint = useId();
  const slider = useId();
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);

  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, y: event.clientY, crop };
  };
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    const from = grabbed.current;
    const area = canvas.current?.getBoundingClientRect();
    if (!from || !area) return;
    onChange(
      movedCrop(from.crop, (event.clientX - from.x) / area.width, (event.clientY - from.y) / area.height),
    );
  };
  const letGo = () => {
    grabbed.current = null;
  };
  const move = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    event.preventDefault();
    const step = event.shiftKey ? LONG_STEP : STEP;
    onChange(movedCrop(crop, direction[0] * step, direction[1] * step));
  };
  const percent = (value: number) => `${value * 100}%`;
  const size = crop.width / largest.width;

  return (
    <div className="space-y-3">
      <div className="relative mx-auto w-fit max-w-full overflow-hidden rounded-md bg-sand">
        <canvas
          ref={canvas}
          width={picture.width}
          height={picture.height}
          className="block max-h-[45svh] max-w-full"
        />
        <button
          type="button"
          aria-label="The part that is shown"
          aria-describedby={hint}
          onPointerDown={grab}
          onPointerMove={drag}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onKeyDown={move}
          style={{
            left: percent(crop.left),
            top: percent(crop.top),
            width: percent(crop.width),
            height: percent(crop.height),
          }}
          className="absolute cursor-move touch-none rounded-xs border-2 border-white shadow-[0_0_0_100vmax_rgb(31_26_23/0.6)] focus-visible:-outline-offset-4"
        />
      </div>
      <p id={hint} className="text-stone">
        Drag the frame to what is to be seen, or move it by the arrow keys.
      </p>
      <div className="flex items-center gap-3">
        <label htmlFor={slider} className="font-medium">
          Size of the frame
        </label>
        <input
          id={slider}
          type="range"
          min={SMALLEST}
          max={1}
          step={0.01}
          value={size}
          aria-valuetext={`${Math.round(size * 100)}%`}
          onChange={(event) => onChange(resizedCrop(crop, event.target.valueAsNumber, largest))}
          className="min-h-9 flex-1 accent-action pointer-coarse:min-h-11"
        />
      </div>
    </div>
  );
}
