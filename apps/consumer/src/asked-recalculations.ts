import type { Context } from './context.js'
import { readDevices } from './registry/read-devices.js'
import { type AlongWithStep, recalculateStay } from './recalculate-stay.js'

/**
 * Seconds without progress after which the consumer process that took a recalculation counts as dead. Another process then
 * continues.
 */
const SILENT_S = 60
/**
 * Maximum number of times that a process takes a recalculation, at its start or after another process has failed. So a
 * recalculation that makes each process crash is given up.
 */
const MOST_TAKINGS = 10

/** A recalculation of a vehicle's trips that this consumer process has taken. Times are milliseconds since 1970 UTC. */
interface Asked {
  id: number
  takings: number
  installation_ids: number[]
  from: number
  till: number
}

/**
 * Recalculates the trips that people requested, one vehicle after the other. Several consumer processes may do this at the
 * same time. Each step (at most a week of one tracker) records its progress in its own transaction. If a process is killed,
 * another process therefore continues at the same place, and nothing is counted twice.
 */
export async function recalculateAsked(context: Context, signal: AbortSignal): Promise<void> {
  const { pool, logger } = context
  while (!signal.aborted) {
    const { rows } = await pool.query<Asked>(TAKE)
    const [asked] = rows
    if (!asked) return
    if (asked.takings > MOST_TAKINGS) {
      await pool.query(END, [asked.id, asked.takings, 'failed'])
      logger.error({ recalculation: asked.id }, 'gave up to recalculate trips: it was begun too often')
      continue
    }
    const isDone = await recalculate(asked, context, signal)
    await pool.query(isDone ? END : HAND_BACK, [asked.id, asked.takings, ...(isDone ? ['done'] : [])])
  }
}

/** @returns false if the signal aborted before the end */
async function recalculate({ id, takings, ...asked }: Asked, context: Context, signal: AbortSignal): Promise<boolean> {
  const { pool, store, now } = context
  const along: AlongWithStep = async (client, { added, changed, removed }, doneTill) => {
    const values = [id, takings, new Date(doneTill), added.length, changed.length, removed.length]
    const { rowCount } = await client.query(STEP, values)
    if (!rowCount) throw new Error('another consumer has taken this recalculation')
  }
  const { rows: stays } = await pool.query<{ imei: string; from: number; till: number }>(STAYS, [
    asked.installation_ids,
    new Date(asked.from),
    new Date(asked.till),
  ])
  const devices = await readDevices(pool, [...new Set(stays.map(({ imei }) => imei))])
  for (const { imei, ...stay } of stays) {
    const device = devices.get(imei)
    if (!device) continue
    const steps = recalculateStay({ pool, store, now }, device, stay, { along })
    while (!(await steps.next()).done) if (signal.aborted) return false
  }
  return true
}

const milliseconds = (time: string) => `floor(extract(epoch FROM ${time}) * 1000)::bigint`

const TAKE = `UPDATE trip_recalculations SET state = 'running', takings = takings + 1, started_at = coalesce(started_at, now()),
    stepped_at = clock_timestamp(), updated_at = clock_timestamp()
  WHERE id = (
    SELECT id FROM trip_recalculations
    WHERE state IN ('queued', 'running') AND (stepped_at IS NULL OR stepped_at < now() - interval '${SILENT_S} seconds')
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING id, takings, installation_ids, ${milliseconds('coalesce(done_till, from_at)')} AS from, ${milliseconds('till_at')} AS till`

const MINE = "WHERE id = $1 AND takings = $2 AND state = 'running'"
const STEP = `UPDATE trip_recalculations SET done_till = $3, added = added + $4, changed = changed + $5, removed = removed + $6,
    stepped_at = clock_timestamp(), updated_at = clock_timestamp() ${MINE}`
const END = `UPDATE trip_recalculations SET state = $3, ended_at = now(), updated_at = clock_timestamp() ${MINE}`
/**
 * Releases a recalculation because this process stops. Another process can then take it immediately. The taking by this
 * process is not counted.
 */
const HAND_BACK = `UPDATE trip_recalculations SET stepped_at = NULL, takings = takings - 1 ${MINE}`

const STAYS = `SELECT d.imei, ${milliseconds('greatest(i.installed_at, $2)')} AS from,
    ${milliseconds('least(i.removed_at, $3)')} AS till
  FROM installations i JOIN devices d ON d.id = i.device_id AND (d.deleted_at IS NULL OR d.is_history)
  WHERE i.id = ANY ($1::int[]) AND i.installed_at <= $3 AND coalesce(i.removed_at, 'infinity') > $2
  ORDER BY i.installed_at`
