import { openBox, sealBox } from '../../../eventsourcing/sealing/sealed-box.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import { AuthError } from '../auth-error.ts';

/** Whose secret it is, and of which factor. */
interface SecretOwner {
  readonly userId: string;
  readonly factorId: string;
}

/** Keeps the secrets of authenticator apps unreadable in the table: sealed with a key of their user's. */
export interface TotpSecrets {
  seal(owner: SecretOwner, secret: Buffer): Promise<Buffer>;
  open(owner: SecretOwner, sealed: Buffer): Promise<Buffer>;
}

const bindingOf = ({ factorId }: SecretOwner) => `the secret of factor ${factorId}`;

export function createTotpSecrets(keys: SealingKeys): TotpSecrets {
  async function keyOf({ userId }: SecretOwner) {
    const key = await keys.keyFor(`account-${userId}`);
    // Without its key nothing of the account can be read any more.
    if (key === 'shredded') throw new AuthError('session_not_found');
    return key;
  }

  return {
    seal: async (owner, secret) => sealBox(await keyOf(owner), bindingOf(owner), secret),
    open: async (owner, sealed) => openBox(await keyOf(owner), bindingOf(owner), sealed),
  };
}
