import {
  type MemoryTransaction,
  memoryItemTable,
} from '../../../src/eventsourcing/processes/memory-item-table.ts';
import type { Erasure } from '../../../src/features/booking/shredder/shredder.ts';
import { contactHasher } from '../../../src/features/customers/contacts.ts';
import type {
  HeldContact,
  RegistrarDecision,
  RegistrarTables,
} from '../../../src/features/customers/registrar/memory.ts';

/** What the tests of the registrar and of the shredder have in common. */

export const newRegistrarTables = (): RegistrarTables<MemoryTransaction> => ({
  contacts: memoryItemTable<HeldContact>(),
  decisions: memoryItemTable<RegistrarDecision>(),
  erased: memoryItemTable<true>(),
});

export const newShredderTables = () => ({
  erasures: memoryItemTable<Erasure>(),
  erased: memoryItemTable<true>(),
});

export const hashContact = contactHasher(Buffer.alloc(32, 7));
