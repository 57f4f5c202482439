import { byReception } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import type { CounterState } from './tracked-device.js'
import { readDevices } from './registry/read-devices.js'
import { recalculatePeriod, type RecalculationParts } from './recalculate-stay.js'

/** A newcomer (a sender on a new network) that was `believed` and is no longer trusted. */
interface Newcomer {
  device_id: number
  imei: string
  network: string
  counter: CounterState | null
}

const PAGE = 2_000

const OUSTED = `SELECT n.device_id, d.imei, n.network, n.counter FROM tracker_networks n JOIN devices d ON d.id = n.device_id
  WHERE n.standing IN ('disputed', 'refused') AND EXISTS (
    SELECT FROM doubted_senders s JOIN packets_aside a ON a.sender_id = s.id
    WHERE (s.device_id, s.newcomer_network) = (n.device_id, n.network) AND a.taken_in_at IS NOT NULL
  ) ORDER BY n.device_id LIMIT 100`
/** Ordered by digest, so that a query can continue after the last packet of the previous page. */
const TAKEN = `SELECT a.digest, a.value FROM packets_aside a JOIN doubted_senders s ON s.id = a.sender_id
  WHERE (s.device_id, s.newcomer_network) = ($1, $2) AND a.device_id = $1 AND a.taken_in_at IS NOT NULL AND a.digest > $3
  ORDER BY a.digest LIMIT ${PAGE}`
/**
 * Selects the newcomer's readings. They have the same fix time and reception time, in milliseconds, as the fixes of its
 * packets. Other senders' readings of the same fix time may be stored in the same millisecond, a microsecond apart. Only
 * `received_at` shows which of these readings are the newcomer's.
 */
const THEIRS = `SELECT floor(extract(epoch FROM w.positioned_at) * 1000000)::float8 / 1000 AS at
  FROM unnest($2::timestamptz[], $3::timestamptz[]) AS said (at, received_at)
  JOIN waypoints w ON w.device_id = $1 AND w.positioned_at >= said.at AND w.positioned_at < said.at + interval '1 millisecond'
    AND w.received_at >= said.received_at AND w.received_at < said.received_at + interval '1 millisecond'`
const RETURNED = `UPDATE packets_aside a SET taken_in_at = NULL FROM doubted_senders s
  WHERE s.id = a.sender_id AND (s.device_id, s.newcomer_network) = ($1, $2) AND a.taken_in_at IS NOT NULL`

/**
 * Removes from the track the packets that a newcomer sent while it was `believed`, and recalculates the trips. The packets
 * then wait for a review of their sender. A crash loses nothing: the packets count as part of the track until the trips are
 * saved, so the next run finds them again.
 */
export async function takeOut(parts: RecalculationParts): Promise<void> {
  const { rows } = await parts.pool.query<Newcomer>(OUSTED)
  for (const newcomer of rows) await takeOutOne(parts, newcomer)
}

async function takeOutOne(parts: RecalculationParts, { device_id, imei, network, counter }: Newcomer): Promise<void> {
  const { pool, now } = parts
  const device = (await readDevices(pool, [imei])).get(imei)
  const [from, till] = device ? await removeAll(parts, device_id, network) : [Infinity, -Infinity]
  if (!device || from > till) {
    await pool.query(RETURNED, [device_id, network])
    return
  }
  const period = { from, till: Math.max(now(), till), rewind: counter ?? {} }
  await recalculatePeriod(parts, device, period, async (client) => void (await client.query(RETURNED, [device_id, network])))
}

/**
 * Removes the newcomer's waypoints.
 * @returns the times of its first and its last reading, in milliseconds since 1970 UTC
 */
async function removeAll({ pool, store }: RecalculationParts, deviceId: number, network: string): Promise<[number, number]> {
  let [from, till] = [Infinity, -Infinity]
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const { rows } = await pool.query<{ digest: Buffer; value: Buffer }>(TAKEN, [deviceId, network, after])
    const said = rows
      .flatMap(({ value }) => byReception(decodePacket(value)))
      .flatMap(({ receivedAt, fixes }) => fixes.map(({ positionedAt }) => ({ positionedAt, receivedAt })))
    for (const { positionedAt } of said) {
      from = Math.min(from, positionedAt)
      till = Math.max(till, positionedAt)
    }
    const { rows: theirs } = await pool.query<{ at: number }>(THEIRS, [
      deviceId,
      said.map(({ positionedAt }) => new Date(positionedAt)),
      said.map(({ receivedAt }) => new Date(receivedAt)),
    ])
    await store.replaceWaypoints(deviceId, { remove: theirs.map(({ at }) => at), rows: [] })
    after = rows.at(-1)?.digest ?? after
    if (rows.length < PAGE) return [from, till]
  }
}
