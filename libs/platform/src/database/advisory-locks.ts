/**
 * Keys of PostgreSQL's advisory locks, one for each purpose. All processes use one database. If two purposes had the same
 * key, their work would wait for each other without need. Other code makes keys with `hashtext`. Such a key practically
 * never equals one of these keys.
 */
export const ADVISORY_LOCKS = {
  /** One process migrates (`migrations/src/index.ts`). */
  migrations: 5_001,
  /** Offsets of the event log (`migrations/src/0002-event-log.ts`). */
  eventLog: 5_002,
  /** Partitions of waypoints are created and dropped (`migrations/src/0003-track-store`). */
  partitions: 5_003,
  /** The link with which the first super admin sets up their account. */
  setupLink: 5_004,
  /** Nightly work of the consumer. */
  housekeeping: 5_010,
  /** Rights on the tables of pg-boss, the job queue. */
  jobGrants: 5_011,
  /**
   * Changes of rights. With the lock, no user can grant a right that another transaction is just taking away from that user
   * (S4).
   */
  rights: 5_012,
  /** Moves of businesses within the tree (`migrations/rules/businesses.sql`). */
  businessMoves: 5_013,
  /** Evaluations of maintenance plans that write, so that two evaluations do not open the same service. */
  evaluations: 5_014,
  /** Signing keys of identity. */
  signingKeys: 5_015,
  /** Decisions about who is notified of alerts. */
  alertNotifications: 7_310_131,
} as const

/** First keys of advisory locks that have two keys. To PostgreSQL, they differ from all locks with one key. */
export const ADVISORY_LOCK_PAIRS = {
  /** Phone registrations from one address. The second key is made from the address (`migrations/rules/links.sql`). */
  phoneRegistrations: 53,
  /** Evaluation of a device's alerts. The second key is the id of the device. */
  alertsOfDevice: 5_011,
} as const
