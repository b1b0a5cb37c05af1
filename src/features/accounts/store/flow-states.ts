import type { Queryable } from './queryable.ts';

/** A sign-in whose client waits to exchange a code for its session. */
export interface FlowState {
  readonly id: string;
  readonly userId: string;
  /** How the user has proven who they are, as the session will name it. */
  readonly method: string;
  readonly codeChallenge: string;
  readonly expiresAt: Date;
}

/** @param codeHash SHA-256 of the code that the client will send */
export async function addFlowState(db: Queryable, codeHash: Buffer, state: FlowState): Promise<void> {
  const { id, userId, method, codeChallenge, expiresAt } = state;
  await db.query({
    name: 'accounts-flow-state-add',
    text: `insert into accounts.flow_states
      (id, code_hash, user_id, method, code_challenge, expires_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [id, codeHash, userId, method, codeChallenge, expiresAt],
  });
}

const COLUMNS = `id, user_id as "userId", method, code_challenge as "codeChallenge",
  expires_at as "expiresAt"`;

/** One whose code was not used yet, however old. */
export async function flowStateByCode(db: Queryable, codeHash: Buffer): Promise<FlowState | undefined> {
  const { rows } = await db.query<FlowState>({
    name: 'accounts-flow-state-by-code',
    text: `select ${COLUMNS} from accounts.flow_states where code_hash = $1 and used_at is null`,
    values: [codeHash],
  });
  return rows[0];
}

/** Uses a code up, in the transaction of its effect. @returns false when somebody else was faster */
export async function spendFlowState(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-flow-state-spend',
    text: 'update accounts.flow_states set used_at = $2 where id = $1 and used_at is null',
    values: [id, now],
  });
  return rowCount === 1;
}
