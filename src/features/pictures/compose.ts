import type { Pool } from 'pg';
import { pictureMaker } from '../../adapters/picture-maker/maker.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { liveProjection } from '../../eventsourcing/streams/live-projection.ts';
import type { FollowedStreamsDeps } from '../followed-streams.ts';
import { createPictureCommands } from './commands.ts';
import { pictureDecider } from './decider.ts';
import { createStoredPictures } from './stored-pictures.ts';
import { createUploads } from './uploads.ts';

export type Pictures = ReturnType<typeof composePictures>;

/** Makes the feature `pictures`: uploading the salon's own, and choosing which are shown. */
export function composePictures({
  log,
  pool,
  mutex,
  now,
  onUnreadable,
  isStylist,
}: FollowedStreamsDeps & { readonly pool: Pool } & Pick<
    Parameters<typeof createPictureCommands>[0],
    'isStylist'
  >) {
  const { streams: stream, eventTypes, evolve } = pictureDecider;
  const live = liveProjection(
    {
      streams: stream,
      eventTypes,
      initialState: () => new Set<string>(),
      evolve: (chosen: Set<string>, event: Parameters<typeof evolve>[1]) =>
        event.type === 'PictureChosen' ? chosen.add(event.data.picture) : chosen,
    },
    onUnreadable,
  );
  const stored = createStoredPictures(pool, (id) => live.states.get(stream)?.has(id) ?? false);
  const streams = createEventStreams(log, pictureDecider, { mutex, now });
  return {
    commands: createPictureCommands({ streams, shapeOf: stored.shapeOf, isStylist }),
    uploads: createUploads({ make: pictureMaker(), stored }),
    filesOf: stored.files,
    /** All pictures that were ever chosen. It also tells when other ones are shown, so that the pages are rendered again. */
    live,
  };
}
