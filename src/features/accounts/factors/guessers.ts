import { LINK_METHODS } from '../auth-methods.ts';
import type { Device, Devices } from '../devices.ts';
import type { SignedIn } from '../dialect/authenticated.ts';

/** Whom wrong codes of a second factor count for. */
export interface Guesser {
  /** With the user, names who shares a count. */
  readonly countedAs: readonly string[];
  /** Has shown nothing but the password, which may have been stolen. */
  readonly hasPasswordOnly: boolean;
}

/**
 * Whoever knows the password alone shares one count with everybody else who does: more sessions and devices are no more tries. They
 * can't use up the tries of devices that have shown a second factor before, nor of whoever came by a mailed link.
 */
export async function guesserOf(
  devices: Pick<Devices, 'withSecondFactor'>,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  device: Device,
): Promise<Guesser> {
  const hash = await devices.withSecondFactor(device, user.id);
  if (hash !== undefined) return { countedAs: ['device', hash], hasPasswordOnly: false };
  const byMail: readonly string[] = Object.values(LINK_METHODS);
  const isByMail = session.amr.some(({ method }) => byMail.includes(method));
  return { countedAs: isByMail ? ['by mail'] : [], hasPasswordOnly: !isByMail };
}
