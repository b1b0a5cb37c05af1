import type { Request } from 'express';

/** The token that a request carries in `Authorization`; undefined without one, and for text that can't be a token of ours. */
export const bearerOf = (req: Pick<Request, 'get'>): string | undefined =>
  /^Bearer ([\w.-]{1,4000})$/i.exec(req.get('Authorization') ?? '')?.[1];
