import type { RecordedEvent } from '../event-store.ts';
import { ERASED } from '../event-types.ts';
import { openBox, SealBroken } from './sealed-box.ts';
import type { SealingKeys } from './sealing-keys.ts';

/** Stored instead of a personal part that was dropped because its stream's key had already been shredded. */
export const DROPPED = null;

/** A box is bound to its event, so that it can't be moved to another event, not even in the same stream. */
export const bindingOf = (stream: string, eventId: string) => `${stream}/${eventId}`;

/** The sealed personal part of an event. */
export interface SealedPart {
  readonly stream: string;
  readonly eventId: string;
  /** In base64. */
  readonly box: string;
}

/**
 * Opens parts, each with its stream's key. Returns the JSON of each part, or null if the key was shredded.
 *
 * @throws SealBroken when a box can't be opened although its key was never shredded
 */
export type OpenParts = (parts: readonly SealedPart[]) => Promise<readonly (string | null)[]>;

/** Keys are fetched each time, so that when any process shreds a key, this takes effect as soon as it is committed. */
export const openParts =
  (keys: Pick<SealingKeys, 'keysOf'>): OpenParts =>
  async (parts) => {
    const known = await keys.keysOf([...new Set(parts.map(({ stream }) => stream))]);
    return parts.map(({ stream, eventId, box }) => {
      const key = known.get(stream);
      if (key === 'shredded') return null;
      const binding = bindingOf(stream, eventId);
      // If the key has no row, nobody can say whether the person asked to be forgotten or a backup is incomplete.
      if (key === undefined) throw new SealBroken(`there is no key for ${binding}`);
      return openBox(key, binding, Buffer.from(box, 'base64')).toString();
    });
  };

/** The sealed part of an event; undefined if it has none that can be opened. @throws SealBroken */
const partOf = ({ stream, id: eventId, data: { sealed: box } }: RecordedEvent): SealedPart | undefined => {
  if (box === undefined || box === DROPPED) return undefined;
  if (typeof box !== 'string') throw new SealBroken(`unknown seal on ${bindingOf(stream, eventId)}`);
  return { stream, eventId, box };
};

const withPersonal = (event: RecordedEvent, personal: unknown): RecordedEvent => {
  const { sealed: _, ...rest } = event.data;
  return { ...event, data: { ...rest, personal } };
};

/** Opens the personal parts of events with `open`. A shredded part becomes `ERASED`. @throws what `open` throws */
export const openPersonalBy =
  (open: OpenParts) =>
  async (events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> => {
    const parts = new Map<RecordedEvent, SealedPart>();
    for (const event of events) {
      const part = partOf(event);
      if (part) parts.set(event, part);
    }
    const opened = parts.size === 0 ? [] : await open([...parts.values()]);
    let next = 0;
    return events.map((event) => {
      if (!('sealed' in event.data)) return event;
      const text = parts.has(event) ? opened[next++] : null;
      return withPersonal(event, typeof text === 'string' ? JSON.parse(text) : ERASED);
    });
  };

/**
 * Opens the personal parts of events, each with its stream's key. A shredded part becomes `ERASED`.
 *
 * @throws SealBroken when a box can't be opened although its key was never shredded
 */
export const openPersonal = (keys: Pick<SealingKeys, 'keysOf'>) => openPersonalBy(openParts(keys));
