import { FixValidity } from '@roadbook/contracts'
import type { ClientBase } from 'pg'

// The statement is not prepared, and compares with values of type timestamptz. Otherwise TimescaleDB would decompress a
// whole compressed chunk, or skip it without an error.
const VERDICTS = `UPDATE waypoints SET validity = new.validity
  FROM unnest($2::timestamptz[], $3::smallint[]) AS new (positioned_at, validity)
  WHERE device_id = $1 AND waypoints.positioned_at >= new.positioned_at
    AND waypoints.positioned_at < new.positioned_at + interval '1 millisecond'
    AND waypoints.validity IN (${FixValidity.valid}, ${FixValidity.implausibleSpeed})
    AND waypoints.positioned_at >= $4::timestamptz AND waypoints.positioned_at < $5::timestamptz`

/**
 * Stores for positions of a device if they are impossible, or if they are possible contrary to an earlier verdict. A
 * verdict for an instant applies to all readings of this instant that have a position.
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
