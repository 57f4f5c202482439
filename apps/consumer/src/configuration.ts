import { commonShape, milliseconds, port } from '@roadbook/platform'
import { z } from 'zod'

/** Environment variables of the consumer. */
export const consumerShape = {
  ...commonShape,
  CONSUMER_HEALTH_PORT: port(9102),
  /** Name of this process among the readers of the event log. */
  CONSUMER_ID: z.string().optional(),
  /**
   * Maximum time that device states and open trips are in memory only. After a crash, at most the work of this time is repeated.
   */
  CHECKPOINT_MS: milliseconds(2_000),
  /**
   * Time that packets may wait for more, once others were just read. While little arrives, transactions are then fewer and
   * larger.
   */
  GATHER_MS: milliseconds(150),
  /** Interval between checks for trips that silence has ended. */
  SILENCE_SWEEP_MS: milliseconds(30_000),
  /** Interval between checks for commands that were not taken or not answered in time. */
  COMMAND_SWEEP_MS: milliseconds(2_000),
  /** Interval between checks for packets that were set aside and whose sender has been accepted since. */
  TAKE_IN_MS: milliseconds(2_000),
  /** Interval between checks for recalculations of trips that people asked for. */
  RECALCULATION_SWEEP_MS: milliseconds(2_000),
  /** Interval between checks for alerts, when vehicles with rules have new data. */
  ALERT_SWEEP_MS: milliseconds(1_000),
  /** Maximum age of the installations in memory (which tracker is on which vehicle). */
  DEVICE_REFRESH_MS: milliseconds(10_000),
  /** Maximum time without progress while packets wait. After it the process exits, so that its supervisor restarts it. */
  STALL_MS: milliseconds(60_000),
  /** Months for which waypoints are kept (decision G-101). */
  RETENTION_MONTHS: z.coerce.number().int().min(1).default(24),
}
export type ConsumerConfiguration = z.infer<z.ZodObject<typeof consumerShape>>
