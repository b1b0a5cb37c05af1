import type { Queryable } from './queryable.ts';

/** A sign-in that has been sent to another provider and hasn't come back yet. */
interface ProviderFlow {
  readonly id: string;
  readonly provider: string;
  /** Of the client that began it. */
  readonly codeChallenge: string;
  readonly redirectTo: string;
  readonly expiresAt: Date;
}

/** @param stateHash SHA-256 of what the provider will send back */
export async function addProviderFlow(db: Queryable, stateHash: Buffer, flow: ProviderFlow): Promise<void> {
  const { id, provider, codeChallenge, redirectTo, expiresAt } = flow;
  await db.query({
    name: 'accounts-provider-flow-add',
    text: `insert into accounts.flow_states
      (id, provider_state_hash, provider, code_challenge, redirect_to, expires_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [id, stateHash, provider, codeChallenge, redirectTo, expiresAt],
  });
}

/** Uses it up, however old it is; undefined when it is unknown or has come back before. */
export async function spendProviderFlow(
  db: Queryable,
  stateHash: Buffer,
  now: Date,
): Promise<ProviderFlow | undefined> {
  const { rows } = await db.query<ProviderFlow>({
    name: 'accounts-provider-flow-spend',
    text: `update accounts.flow_states set used_at = $2 where provider_state_hash = $1 and used_at is null
      returning id, provider, code_challenge as "codeChallenge", redirect_to as "redirectTo",
        expires_at as "expiresAt"`,
    values: [stateHash, now],
  });
  return rows[0];
}
