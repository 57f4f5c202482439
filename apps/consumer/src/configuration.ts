import { commonShape, milliseconds, port } from '@roadbook/platform'
import { z } from 'zod'

/** Environment variables of the consumer. */
export const consumerShape = {
  ...commonShape,
  CONSUMER_HEALTH_PORT: port(9102),
  /** Name of this process in the event log. */
  CONSUMER_ID: z.string().optional(),
  /** Maximum time that device states and open trips are in memory only. A crash repeats this much work. */
  CHECKPOINT_MS: milliseconds(2_000),
  /** Time that packets may wait for more, after others were read. Makes transactions fewer and larger while little arrives. */
  GATHER_MS: milliseconds(150),
  /** Interval between checks for trips that silence has ended. */
  SILENCE_SWEEP_MS: milliseconds(30_000),
  /** Interval between checks for commands that were not taken or not answered in time. */
  COMMAND_SWEEP_MS: milliseconds(2_000),
  /** Interval between checks for kept packets whose sender has been accepted. */
  TAKE_IN_MS: milliseconds(2_000),
  /** Interval between checks for vehicles whose trips somebody wants recalculated. */
  RECALCULATION_SWEEP_MS: milliseconds(2_000),
  /** Interval between checks for alerts, when vehicles with rules have new data. */
  ALERT_SWEEP_MS: milliseconds(1_000),
  /** Maximum age of the cached installations (which tracker is on which vehicle). */
  DEVICE_REFRESH_MS: milliseconds(10_000),
  /** Time without progress while packets wait, after which the process exits so that its supervisor restarts it. */
  STALL_MS: milliseconds(60_000),
  /** Months for which waypoints are kept (decision G-101). */
  RETENTION_MONTHS: z.coerce.number().int().min(1).default(24),
}
export type ConsumerConfiguration = z.infer<z.ZodObject<typeof consumerShape>>
