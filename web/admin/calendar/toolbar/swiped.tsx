import { type ReactNode, useEffect, useRef } from 'react';
import { swipeOf } from '../plan/swipe.ts';

/** A part of the page in which a swipe sideways turns to what comes after or before. */
export function Swiped({ onSwipe, children }: { onSwipe: (by: 1 | -1) => void; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const latest = useRef(onSwipe);
  useEffect(() => {
    latest.current = onSwipe;
  });
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const ended = new AbortController();
    const options = { passive: true, signal: ended.signal };
    let from: { x: number; y: number } | null = null;
    const pointOf = ({ clientX, clientY }: Touch) => ({ x: clientX, y: clientY });
    element.addEventListener(
      'touchstart',
      ({ touches }) => {
        const [first] = touches;
        from = first && touches.length === 1 ? pointOf(first) : null;
      },
      options,
    );
    element.addEventListener(
      'touchmove',
      (event) => {
        // The finger carries an appointment.
        if (event.defaultPrevented) from = null;
      },
      options,
    );
    element.addEventListener(
      'touchend',
      ({ changedTouches: [last] }) => {
        const by = from && last && swipeOf(from, pointOf(last), window.innerWidth);
        from = null;
        if (by) latest.current(by);
      },
      options,
    );
    return () => ended.abort();
  }, []);
  return <div ref={area}>{children}</div>;
}
