import type { Config } from '../../adapters/config.ts';
import type { ProofFigures, ProofProgress } from '../../contracts/system/proof.ts';

/** What the process that proves is told. */
export interface ProofOrder {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly secretKey: string;
  /** What time it is for the service. */
  readonly nowMs: number;
}

/** What it tells: how far it is, and in the end the figures, or why there are none. */
export interface ProofMessage {
  readonly progress?: ProofProgress;
  readonly figures?: ProofFigures;
  readonly error?: string;
}
