/**
 * Numbers of this service's advisory locks, in one list so that no two uses share one. They never change: processes of two releases
 * may run side by side.
 */
export const ADVISORY_LOCKS = {
  /** Who owns the embedded server. A session's lock, so that it ends with its process, however that ends. */
  embeddedOwner: 7_310_001,
  /** One for all sets of migrations, so that only one process at a time migrates. */
  migrations: 7_203_115_021,
  /** Only one transaction at a time changes who the admins are. */
  admins: 7_203_115_041,
  /** One process at a time makes a key that signs tokens. */
  signingKeys: 7_203_115_034,
  /** What is registered of read models. */
  registry: 7_204_001,
  /** A session's: which process projects. */
  projector: 7_204_002,
  /** With a second number for the read model that is rebuilt. */
  rebuild: 7_204_003,
  /** Shared by the sessions that fill tables beside the live ones. Who has it alone may remove what others left behind. */
  filling: 7_204_004,
} as const;
