import type { Request } from 'express';

/** The token in a request's `Authorization`; undefined if there is none, or if the text can't be a token of this service. */
export const bearerOf = (req: Pick<Request, 'get'>): string | undefined =>
  /^Bearer ([\w.-]{1,4000})$/i.exec(req.get('Authorization') ?? '')?.[1];
