import { silentAt } from '@roadbook/alerts'
import type { AlertParts } from './alert-parts.js'
import { silentDue } from './look.js'

type Parts = Pick<AlertParts, 'pool' | 'remembered' | 'now'>

const DUE = `SELECT s.installation_id, i.device_id, s.nth::float8, (extract(epoch FROM h.last_received_at) * 1000)::float8 AS heard_at
  FROM alert_states s JOIN installations i ON i.id = s.installation_id LEFT JOIN device_states h ON h.device_id = i.device_id
  WHERE s.silent_due < $1`

interface Due {
  installation_id: number
  device_id: number
  nth: number
  /**
   * Time when the device's last packet was received. Null if there was none. Packets without a new reading count too, for
   * example packets with repeated fixes, or with fixes that were set aside for their dates.
   */
  heard_at: number | null
}

/**
 * Postpones the silence deadline of stays (a stay is a tracker's time on a vehicle) if their device sent data after the state
 * was stored.
 */
const PUT_OFF = `UPDATE alert_states s SET silent_due = heard.due FROM unnest($1::int[], $2::bigint[], $3::timestamptz[]) heard (id, nth, due)
  WHERE s.installation_id = heard.id AND s.nth = heard.nth`

const MARK = `WITH due AS (
    UPDATE alert_states s SET silent_due = NULL FROM installations i
    WHERE s.silent_due < $1 AND i.id = s.installation_id RETURNING i.device_id, s.at)
  INSERT INTO alert_marks (device_id, from_at) SELECT device_id, at + interval '1 millisecond' FROM due`

/** Queues devices for a new evaluation of their alerts if their silence deadline has passed. */
export async function markSilent({ pool, remembered, now }: Parts): Promise<void> {
  const time = now()
  const { rows } = await pool.query<Due>(DUE, [new Date(time)])
  if (rows.length === 0) return
  const heard = rows.flatMap(({ installation_id, device_id, nth, heard_at }) => {
    const known = remembered.stayOf(device_id)
    if (known?.stay.installationId !== installation_id || known.stored.name !== nth) return []
    if (heard_at !== null) known.observer.noteReception(heard_at)
    // If a silence alert is due now, the deadline is not postponed, even if a silence rule with a longer threshold is due
    // later.
    if (silentAt(known.watch, known.observer, time).length > 0) return []
    const due = silentDue(known, time)
    return due === undefined ? [] : [{ installation_id, nth, due: new Date(due) }]
  })
  if (heard.length > 0) {
    await pool.query(PUT_OFF, [heard.map((one) => one.installation_id), heard.map((one) => one.nth), heard.map(({ due }) => due)])
  }
  if (heard.length < rows.length) await pool.query(MARK, [new Date(time)])
}
