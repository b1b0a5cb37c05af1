import type { ProofFigures } from '../contracts/system/proof.ts';
import type { Verification } from './verify.ts';

/** The most findings that are kept word for word. */
const FINDINGS_KEPT = 50;

function* findingsOf({ violations, offences, matching, readModels }: Verification): Generator<string> {
  for (const { kind, stream, revision } of violations) yield `${kind} at ${stream}@${revision}`;
  for (const { event, reason } of offences) yield `${event}: ${reason}`;
  yield* matching?.differences ?? [];
  for (const { differences } of readModels) yield* differences;
}

/** Picks the numbers of a verification that are kept and shown to staff. */
export function figuresOf(verification: Verification): ProofFigures {
  const { violations, matching, personalParts, readModels } = verification;
  const findings = [...findingsOf(verification)];
  return {
    holds: verification.isClean,
    position: verification.position,
    seconds: Math.round(verification.seconds * 10) / 10,
    events: verification.events,
    appointments: verification.bookings,
    slots: verification.slots,
    double_bookings: violations.filter(({ kind }) => kind === 'overlap').length,
    customers: verification.customers,
    texts: verification.texts,
    contacts: matching?.contacts ?? null,
    personal_parts: personalParts,
    read_models: readModels.map(({ name, rows, earlier, differences }) => ({
      name,
      rows,
      earlier,
      differences: differences.length,
    })),
    faults: findings.length,
    findings: findings.slice(0, FINDINGS_KEPT),
  };
}
