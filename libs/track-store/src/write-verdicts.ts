import { FixValidity } from '@roadbook/contracts'
import type { ClientBase } from 'pg'

// The statement is not prepared, and compares with timestamptz. Otherwise a compressed chunk would be decompressed as a whole
// or silently skipped.
const VERDICTS = `UPDATE waypoints SET validity = new.validity
  FROM unnest($2::timestamptz[], $3::smallint[]) AS new (positioned_at, validity)
  WHERE device_id = $1 AND waypoints.positioned_at >= new.positioned_at
    AND waypoints.positioned_at < new.positioned_at + interval '1 millisecond'
    AND waypoints.validity IN (${FixValidity.valid}, ${FixValidity.implausibleSpeed})
    AND waypoints.positioned_at >= $4::timestamptz AND waypoints.positioned_at < $5::timestamptz`

/**
 * Stores which positions of a device are impossible, and which are possible after all. Such a verdict applies to all readings
 * of its instant that have a position.
 * @param verdicts by time in milliseconds since 1970 UTC
 */
export async function writeVerdicts(
  client: ClientBase,
  deviceId: number,
  verdicts: ReadonlyMap<number, FixValidity>,
): Promise<void> {
  if (verdicts.size === 0) return
  const times = [...verdicts.keys()].map((positionedAt) => new Date(positionedAt))
  const ordered = [...verdicts.keys()].sort((left, right) => left - right)
  const [first, last] = [ordered[0]!, ordered.at(-1)!]
  await client.query(VERDICTS, [deviceId, times, [...verdicts.values()], new Date(first), new Date(last + 1)])
}
