import { FixValidity, VoiceKind, type Packet } from '@roadbook/contracts'
import { distanceM } from '@roadbook/geo'
import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import { raiseDisputes } from './alerts/raise-disputes.js'

/** Somebody speaks for a tracker: from where, and what it says. */
export interface Voice {
  deviceId: number
  kind: VoiceKind
  /** Its carrier's network, as in `tracker_networks`. */
  network: string
  packet: Packet
}

/** What follows of a voice. */
export interface Weighed {
  /** Whether what it says counts. */
  isHeard: boolean
  /** The newcomer's network, where both senders have spoken by now. */
  dispute?: string
}

const HEARD: Weighed = { isHeard: true }

/** Notes a voice in `tracker_networks`, which every gateway reads. Safe to repeat: a standing never goes back. */
export function weigh(pool: pg.Pool, voice: Voice): Promise<Weighed> {
  return inTransaction(pool, async (client) => {
    const { deviceId, kind, network, packet } = voice
    const at = new Date(packet.receivedAt)
    if (kind === VoiceKind.known) return { ...HEARD, ...(await returned(client, voice)) }
    if (kind !== VoiceKind.again) await client.query(NOTE[kind], [deviceId, network, at])
    if (kind === VoiceKind.first || kind === VoiceKind.trial) return HEARD
    const { rows } = await client.query<{ standing: string }>(STANDING, [deviceId, network])
    return { isHeard: rows[0]?.standing !== 'disputed' && rows[0]?.standing !== 'refused' }
  })
}

const INSERT = 'INSERT INTO tracker_networks (device_id, network, standing, first_at, since'
const NOTE = {
  // Two that spoke first at two gateways: the one that was read first is known.
  first: `${INSERT}) SELECT $1::int, $2, CASE WHEN EXISTS (SELECT FROM tracker_networks n WHERE n.device_id = $1 AND n.standing = 'known')
    THEN 'believed' ELSE 'known' END, $3::timestamptz, $3 ON CONFLICT DO NOTHING`,
  trial: `${INSERT}) VALUES ($1, $2, 'trial', $3, $3) ON CONFLICT DO NOTHING`,
  believed: `${INSERT}, counter) VALUES ($1, $2, 'believed', $3, $3, (SELECT jsonb_strip_nulls(jsonb_build_object(
      'odometerM', s.odometer_m, 'counterM', s.counter_m, 'counterAt', ${ms('counter_at')}, 'counterBeganM', s.counter_began_m,
      'counterBeganAt', ${ms('counter_began_at')}, 'counterSince', ${ms('counter_since')}))
    FROM device_states s WHERE s.device_id = $1))
    ON CONFLICT (device_id, network) DO UPDATE SET standing = 'believed', since = excluded.since, counter = excluded.counter,
      updated_at = clock_timestamp() WHERE tracker_networks.standing = 'trial'`,
} as const
function ms(column: string): string {
  return `floor(extract(epoch FROM s.${column}) * 1000)::float8`
}
const STANDING = 'SELECT standing FROM tracker_networks WHERE (device_id, network) = ($1, $2)'

const NEWCOMERS = `SELECT network, standing = 'believed' AS "wasBelieved" FROM tracker_networks
  WHERE device_id = $1 AND standing IN ('trial', 'believed') AND first_at < $2 FOR UPDATE`
const SETTLE = `UPDATE tracker_networks SET standing = $3, since = $4, updated_at = clock_timestamp()
  WHERE (device_id, network) = ($1, $2)`
/** There is nothing left to review. */
const ACCEPT = `UPDATE doubted_senders SET decision = 'accepted', decided_at = now()
  WHERE device_id = $1 AND newcomer_network = $2 AND decision IS NULL`
/** Of whoever has the tracker now, and what it is on. */
const DISPUTE = `INSERT INTO tracker_disputes (device_id, business_id, entity_id, network, protocol, began_at, noticed_at, was_believed)
  SELECT d.id, d.business_id, i.entity_id, n.network, coalesce((
    SELECT s.protocol FROM doubted_senders s WHERE (s.device_id, s.newcomer_network) = (n.device_id, n.network) ORDER BY s.id DESC LIMIT 1
  ), $3), n.first_at, $4, $5
  FROM tracker_networks n JOIN devices d ON d.id = n.device_id
  LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
  WHERE (n.device_id, n.network) = ($1, $2) ON CONFLICT DO NOTHING`

/** The known sender speaks. Newcomers that spoke before it lose their say, but one that brought the tracker to where it is now. */
async function returned(client: pg.ClientBase, { deviceId, packet }: Voice): Promise<Pick<Weighed, 'dispute'>> {
  const at = new Date(packet.receivedAt)
  const { rows } = await client.query<{ network: string; wasBelieved: boolean }>(NEWCOMERS, [deviceId, at])
  let dispute: string | undefined
  for (const { network, wasBelieved } of rows) {
    const isSame = await isSameTracker(client, { deviceId, network, packet })
    await client.query(SETTLE, [deviceId, network, isSame ? 'known' : 'disputed', at])
    if (isSame) {
      await client.query(ACCEPT, [deviceId, network])
      continue
    }
    await client.query(DISPUTE, [deviceId, network, packet.protocol, at, wasBelieved])
    dispute = network
  }
  if (dispute === undefined) return {}
  await raiseDisputes(client, deviceId, at)
  return { dispute }
}

/** Where the known sender left the vehicle, and where the newcomer said it was last; degrees. */
const TRACES = `SELECT l.latitude / 1e7::float8 AS "leftLatitude", l.longitude / 1e7::float8 AS "leftLongitude",
    s.latitude / 1e7::float8 AS "latitude", s.longitude / 1e7::float8 AS "longitude"
  FROM tracker_networks n
  JOIN LATERAL (
    SELECT latitude, longitude FROM doubted_senders WHERE device_id = n.device_id AND newcomer_network = n.network AND latitude IS NOT NULL
    ORDER BY positioned_at DESC LIMIT 1
  ) s ON TRUE
  JOIN LATERAL (
    SELECT w.latitude, w.longitude FROM waypoints w
    WHERE w.device_id = n.device_id AND w.validity = ${FixValidity.valid} AND w.positioned_at <= n.first_at AND w.received_at < n.first_at
    ORDER BY w.positioned_at DESC LIMIT 1
  ) l ON TRUE
  WHERE (n.device_id, n.network) = ($1, $2)`

/** A ride of less is no proof: a stranger can guess where a vehicle stands. */
const FAR_M = 2_000
const NEAR_M = 1_000

/**
 * Whether the known sender speaks from far away of where it left the vehicle, and from where the newcomer was last: then they are one tracker,
 * whose carrier gave it another network for a while. Nobody else can know where it would be.
 */
async function isSameTracker(
  client: pg.ClientBase,
  { deviceId, network, packet }: Pick<Voice, 'deviceId' | 'network' | 'packet'>,
): Promise<boolean> {
  const here = packet.fixes.find(({ validity, latitude, longitude }) => isPlace(validity, latitude, longitude))
  if (!here) return false
  const { rows } = await client.query<Record<'leftLatitude' | 'leftLongitude' | 'latitude' | 'longitude', number>>(TRACES, [
    deviceId,
    network,
  ])
  const [traces] = rows
  if (!traces) return false
  const place = { latitude: here.latitude!, longitude: here.longitude! }
  const wayM = distanceM({ latitude: traces.leftLatitude, longitude: traces.leftLongitude }, place)
  return wayM >= FAR_M && distanceM(traces, place) <= NEAR_M
}

const isPlace = (validity: number, latitude?: number, longitude?: number): boolean =>
  validity === FixValidity.valid && Math.abs(latitude ?? NaN) <= 90 && Math.abs(longitude ?? NaN) <= 180

/** A newcomer that was believed for so long, and that nobody contradicted, is known. */
const GRADUATES = `UPDATE tracker_networks SET standing = 'known', since = $1, counter = NULL, updated_at = clock_timestamp()
  WHERE standing = 'believed' AND since < $1::timestamptz - interval '7 days'`
const SENDERS_OF_GRADUATES = `UPDATE doubted_senders s SET decision = 'accepted', decided_at = $1 FROM tracker_networks n
  WHERE (s.device_id, s.newcomer_network) = (n.device_id, n.network) AND n.standing = 'known' AND s.decision IS NULL`

/** Ends the doubt of newcomers after a week without the sender that was known before. */
export async function graduate(pool: pg.Pool, now: number): Promise<void> {
  await pool.query(GRADUATES, [new Date(now)])
  await pool.query(SENDERS_OF_GRADUATES, [new Date(now)])
}
