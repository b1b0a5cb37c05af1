/**
 * Numbers of this service's advisory locks, in one list so that no two uses share one. They never change: processes of two releases
 * may run side by side.
 */
export const ADVISORY_LOCKS = {
  /** Held by the process that owns the embedded server. It is a session's lock, so it ends with the process, however that ends. */
  embeddedOwner: 7_310_001,
  /** One lock for all sets of migrations, so that only one process at a time migrates. */
  migrations: 7_203_115_021,
  admins: 7_203_115_041,
  /** One process at a time makes a key that signs tokens. */
  signingKeys: 7_203_115_034,
  /** Held while the registry of read models is changed. */
  registry: 7_204_001,
  /** Held by the session of the process that projects. */
  projector: 7_204_002,
  /** Held while a read model is rebuilt; used with a second number that stands for the read model. */
  rebuild: 7_204_003,
  /** Shared by the sessions that fill new tables beside the live ones. A session that gets it alone may remove abandoned tables. */
  filling: 7_204_004,
} as const;
