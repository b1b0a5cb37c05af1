import { z } from 'zod';
import { defineOperation } from '../operation.ts';

const Count = z.int().min(0);

/** The figures of a proof (`npm run verify`). */
export const ProofFigures = z.object({
  /** Whether nothing is wrong. */
  holds: z.boolean(),
  /** The position up to which the log was checked; empty for an empty log. */
  position: z.string(),
  seconds: z.number().min(0),
  events: Count,
  appointments: Count,
  /** Stretches of days that were ever given out. */
  slots: Count,
  /** Slots that overlap one of another booking. */
  double_bookings: Count,
  customers: Count,
  texts: Count,
  /** Contacts by which the registrar finds customers. */
  contacts: Count.nullable(),
  personal_parts: z.object({ opened: Count, erased: Count }),
  read_models: z.array(
    z.object({
      name: z.string(),
      rows: Count,
      /** Number of earlier positions at which it was compared, too. */
      earlier: Count,
      /** Rows that differ from a rebuild, at most as many as are listed one by one. */
      differences: Count,
    }),
  ),
  faults: Count,
  /** The first of them, a line each; ids only. */
  findings: z.array(z.string()),
});
export type ProofFigures = z.infer<typeof ProofFigures>;

export const ProofProgress = z.object({
  /** The name of the read model that is compared, or `log`. */
  part: z.string(),
  done: Count,
  total: Count,
});
export type ProofProgress = z.infer<typeof ProofProgress>;

/** The last proof, and the one under way. */
const ProofState = z.object({
  /** Null when none was made yet. */
  last: ProofFigures.extend({
    at: z.iso.datetime(),
    /** The person who asked for it; null for the proof of the night, and for somebody without an account any more. */
    asked_by: z.string().nullable(),
  }).nullable(),
  /** The proof that is asked for or under way. */
  running: z
    .object({
      asked_at: z.iso.datetime(),
      /** Null until the process that projects has begun it. */
      began_at: z.iso.datetime().nullable(),
      progress: ProofProgress.nullable(),
    })
    .nullable(),
  /** The newest try, if it came to no end. */
  failed: z.object({ at: z.iso.datetime(), error: z.string() }).nullable(),
});
export type ProofState = z.infer<typeof ProofState>;

const PATH = '/api/admin/proof';

export const getProof = defineOperation({
  method: 'get',
  path: PATH,
  summary: 'The last proof that the log and the read models are right, and how far the next one is',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: { status: 200, body: ProofState },
});

export const startProof = defineOperation({
  method: 'post',
  path: PATH,
  summary: 'Prove the log and the read models in the background; while a proof is under way, that one counts',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: { status: 200, body: ProofState },
});
