import type { ErasedBy, ShredderItem } from '../../../src/erasure/shredder.ts';
import {
  type MemoryTransaction,
  memoryItemTable,
} from '../../../src/eventsourcing/processes/memory-item-table.ts';
import { contactHasher } from '../../../src/features/customers/contacts.ts';
import type {
  HeldContact,
  ImportedCustomer,
  ImportUndo,
  RegistrarDecision,
  RegistrarTables,
} from '../../../src/features/customers/registrar/memory.ts';

export const newRegistrarTables = (): RegistrarTables<MemoryTransaction> => ({
  contacts: memoryItemTable<HeldContact>(),
  decisions: memoryItemTable<RegistrarDecision>(),
  erased: memoryItemTable<true>(),
  imported: memoryItemTable<ImportedCustomer>(),
  undos: memoryItemTable<ImportUndo>(),
});

export const newShredderTables = () => ({
  erasures: memoryItemTable<ShredderItem>(),
  erased: memoryItemTable<ErasedBy>(),
});

export const hashContact = contactHasher(Buffer.alloc(32, 7));
