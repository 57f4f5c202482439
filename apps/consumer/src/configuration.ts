import { commonShape, milliseconds, port } from '@roadbook/platform'
import { z } from 'zod'

/** What the consumer reads from its environment. */
export const consumerShape = {
  ...commonShape,
  CONSUMER_HEALTH_PORT: port(9102),
  /** Names this process to the event log. */
  CONSUMER_ID: z.string().optional(),
  /** How long device states and open trips may live in memory only; what a crash repeats. */
  CHECKPOINT_MS: milliseconds(2_000),
  /** How long packets may wait for company after others were read: fewer, larger transactions while little comes. */
  GATHER_MS: milliseconds(150),
  /** How often trips are looked through for those that silence has ended. */
  SILENCE_SWEEP_MS: milliseconds(30_000),
  /** How often commands are looked through for those that nobody took, or answered, in time. */
  COMMAND_SWEEP_MS: milliseconds(2_000),
  /** How often it is looked for packets that were kept aside and whose sender was accepted since. */
  TAKE_IN_MS: milliseconds(2_000),
  /** How often it is looked for vehicles whose trips somebody wants recalculated. */
  RECALCULATION_SWEEP_MS: milliseconds(2_000),
  /** How often alerts are looked for where there is news of vehicles with rules. */
  ALERT_SWEEP_MS: milliseconds(1_000),
  /** How old the knowledge of which tracker is on which vehicle may be. */
  DEVICE_REFRESH_MS: milliseconds(10_000),
  /** Packets wait, and nothing happens for so long: the process ends, for whoever supervises it to start it again. */
  STALL_MS: milliseconds(60_000),
  /** How long waypoints are kept (decision G-101). */
  RETENTION_MONTHS: z.coerce.number().int().min(1).default(24),
}
export type ConsumerConfiguration = z.infer<z.ZodObject<typeof consumerShape>>
