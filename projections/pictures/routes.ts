import { listPictures } from '../../src/contracts/salon/own-pictures.ts';
import type { Guard } from '../../src/http/operation/caller.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { pictures } from './projection.ts';
import type { createChosenPictures } from './queries.ts';

/** The salon's own pictures as staff see them. */
export function chosenPictureRoutes({
  on,
  chosen,
}: {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly chosen: ReturnType<typeof createChosenPictures>;
}): void {
  on(listPictures, async () => {
    const body = await chosen();
    return { body, version: body.version };
  }, [pictures]);
}
