import { commonShape, milliseconds, port } from '@roadbook/platform'
import { z } from 'zod'

/** Environment variables of the consumer process. Times are in milliseconds. */
export const consumerShape = {
  ...commonShape,
  CONSUMER_HEALTH_PORT: port(9102),
  /** Name of this process among the readers of the event log. */
  CONSUMER_ID: z.string().optional(),
  /**
   * Maximum time for which device states and open trips are only in memory. After a crash, at most the work of this time is
   * repeated.
   */
  CHECKPOINT_MS: milliseconds(2_000),
  /** Maximum time for which read packets wait for further packets. At low traffic, this makes transactions fewer and larger. */
  GATHER_MS: milliseconds(150),
  /** Interval between checks for trips that silence has ended. */
  SILENCE_SWEEP_MS: milliseconds(30_000),
  /** Interval between checks for commands that were not sent or got no reply in time. */
  COMMAND_SWEEP_MS: milliseconds(2_000),
  /** Interval between checks for packets that were set aside and whose senders have been accepted since then. */
  TAKE_IN_MS: milliseconds(2_000),
  /** Interval between checks for recalculations of trips that people requested. */
  RECALCULATION_SWEEP_MS: milliseconds(2_000),
  /** Interval between checks for alerts while vehicles with rules have new data. */
  ALERT_SWEEP_MS: milliseconds(1_000),
  /** Maximum age of the installations in memory (which tracker is on which vehicle). */
  DEVICE_REFRESH_MS: milliseconds(10_000),
  /**
   * Maximum time without progress while packets wait. After this time the process exits, so that its supervisor starts it
   * again.
   */
  STALL_MS: milliseconds(60_000),
  /** Number of months for which waypoints are kept (decision G-101). */
  RETENTION_MONTHS: z.coerce.number().int().min(1).default(24),
}
export type ConsumerConfiguration = z.infer<z.ZodObject<typeof consumerShape>>
