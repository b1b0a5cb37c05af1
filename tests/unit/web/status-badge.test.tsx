import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BookingStatus } from '../../../src/contracts/bookings/bookings.ts';
import { StatusBadge } from '../../../web/salon/status-badge.tsx';

const theme = readFileSync(new URL('../../../web/styles/theme.css', import.meta.url), 'utf8');

/** The hues of a text colour in the light theme and the dark one, in degrees: 0 red, 60 yellow, 120 green, 240 blue. */
const huesOf = (name: string) =>
  [...theme.matchAll(new RegExp(`--color-${name}: #(\\w{2})(\\w{2})(\\w{2})`, 'g'))].map(([, ...parts]) => {
    const [red = 0, green = 0, blue = 0] = parts.slice(0, 3).map((part) => Number.parseInt(part, 16));
    const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * (180 / Math.PI);
    return Math.round(angle + 360) % 360;
  });

// Spec: 2.status-colours
it.each<[BookingStatus, string, number, number]>([
  ['confirmed', 'Confirmed', 100, 160],
  ['pending', 'Pending', 30, 60],
  ['completed', 'Completed', 200, 250],
  ['cancelled', 'Cancelled', 0, 20],
])('an appointment that is %s says so in its colour', (status, word, from, to) => {
  const html = renderToStaticMarkup(<StatusBadge status={status} />);
  expect(html).toContain(word);
  const [, colour = ''] = /\btext-(good|warn|info|bad)\b/.exec(html) ?? [];
  const hues = huesOf(colour);
  expect(hues).toHaveLength(2);
  for (const hue of hues) {
    expect(hue).toBeGreaterThanOrEqual(from);
    expect(hue).toBeLessThanOrEqual(to);
  }
});
