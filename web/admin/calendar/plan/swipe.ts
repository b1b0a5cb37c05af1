/** How far a finger has to go sideways, and how near an edge of the screen it may begin: there the browser's own gestures are. */
const LEAST_PX = 56;
const EDGE_PX = 24;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Reads a finger's way: 1 to the days after, -1 to those before, null if it wasn't a swipe sideways. */
export function swipeOf(from: Point, to: Point, width: number): 1 | -1 | null {
  if (from.x < EDGE_PX || from.x > width - EDGE_PX) return null;
  const [across, down] = [to.x - from.x, to.y - from.y];
  if (Math.abs(across) < LEAST_PX || Math.abs(across) < 2 * Math.abs(down)) return null;
  return across < 0 ? 1 : -1;
}
