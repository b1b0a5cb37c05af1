import { endRush, getRush, type RushState } from '../../../../contracts/bookings/rush.ts';
import type { EventStreams } from '../../../../eventsourcing/streams/event-streams.ts';
import type { Mount } from '../../../../http/operation/operation.ts';
import { RUSH, type RushEvent } from './events.ts';
import type { Rush } from './rush.ts';

/** The stream to which staff's decisions about rushes are appended. */
type RushStreams = Pick<EventStreams<null, RushEvent, null>, 'handle'>;

interface Deps {
  readonly on: Mount;
  readonly rush: Pick<Rush, 'now'>;
  readonly streams: RushStreams;
}

/** Routes by which staff see whether there is a rush, and end it. */
export function rushRoutes({ on, rush, streams }: Deps): void {
  async function state(): Promise<RushState> {
    const { isOn, ...counted } = await rush.now();
    return { rush: isOn, ...counted };
  }

  on(getRush, async () => ({ body: await state() }));

  on(endRush, async ({ run }) => {
    const { position } = await streams.handle(RUSH, () => null, run);
    return { body: { ...(await state()), position: position ?? '' } };
  });
}
