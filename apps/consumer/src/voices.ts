import { FixValidity, FORWARDED_NETWORK, VoiceKind, type Packet } from '@roadbook/contracts'
import { distanceM } from '@roadbook/geo'
import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import { raiseDisputes } from './alerts/raise-disputes.js'

/** Voice: a packet sent with a tracker's identity, and the network from which it came. */
export interface Voice {
  deviceId: number
  kind: VoiceKind
  /** The network of the sender's carrier, as in `tracker_networks`. */
  network: string
  packet: Packet
}

/** Result of weighing a voice. To weigh a voice means to decide if its packet counts as the tracker's. */
export interface Weighed {
  /** True if the packet counts as the tracker's. */
  isHeard: boolean
  /** Network of a newcomer (a network that never sent for the tracker before), if the known sender has sent again. */
  dispute?: string
}

const HEARD: Weighed = { isHeard: true }

/**
 * Records a voice in `tracker_networks`, which every gateway reads. If a voice is recorded a second time and the network has
 * a newer standing (level of trust), the standing stays unchanged.
 */
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
  // Two networks may each be the first at their own gateway. The one that is read first becomes `known`.
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

/**
 * Selects the newcomers, `believed` ones first. So when a newcomer on trial is compared with the track, the readings of
 * `believed` newcomers have already been accepted or disputed.
 */
const NEWCOMERS = `SELECT network, standing = 'believed' AS "wasBelieved" FROM tracker_networks
  WHERE device_id = $1 AND standing IN ('trial', 'believed') AND first_at < $2
  ORDER BY standing = 'believed' DESC, first_at, network FOR UPDATE`
const SETTLE = `UPDATE tracker_networks SET standing = $3, since = $4, updated_at = clock_timestamp()
  WHERE (device_id, network) = ($1, $2)`
/** Accepts the sender of a newcomer that was shown to be the tracker, so that nobody has to review it. */
const ACCEPT = `UPDATE doubted_senders SET decision = 'accepted', decided_at = now()
  WHERE device_id = $1 AND newcomer_network = $2 AND decision IS NULL`
/** Records a dispute with the tracker's current business and vehicle. */
const DISPUTE = `INSERT INTO tracker_disputes (device_id, business_id, entity_id, network, protocol, began_at, noticed_at, was_believed)
  SELECT d.id, d.business_id, i.entity_id, n.network, coalesce((
    SELECT s.protocol FROM doubted_senders s WHERE (s.device_id, s.newcomer_network) = (n.device_id, n.network) ORDER BY s.id DESC LIMIT 1
  ), $3), n.first_at, $4, $5
  FROM tracker_networks n JOIN devices d ON d.id = n.device_id
  LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
  WHERE (n.device_id, n.network) = ($1, $2) ON CONFLICT DO NOTHING`

/**
 * Handles a packet from the known sender. Newcomers that sent before this packet become disputed, unless a newcomer is shown
 * to be the same tracker. A forwarding server is never disputed, because it has shown the gateway's secret. If the server is
 * the newcomer, the server is put on trial again if it was `believed`. If the server is the known sender, the newcomer is
 * possibly the same tracker, because a tracker may send to the server and to Roadbook. A newcomer on trial then stays on trial
 * until its places and the server's places can be compared.
 */
async function returned(client: pg.ClientBase, { deviceId, packet, network: known }: Voice): Promise<Pick<Weighed, 'dispute'>> {
  const at = new Date(packet.receivedAt)
  const { rows } = await client.query<{ network: string; wasBelieved: boolean }>(NEWCOMERS, [deviceId, at])
  let dispute: string | undefined
  for (const { network, wasBelieved } of rows) {
    if (network === FORWARDED_NETWORK) {
      if (wasBelieved) await client.query(SETTLE, [deviceId, network, 'trial', at])
      continue
    }
    const newcomer = { deviceId, network, packet }
    const mayBeBoth = known === FORWARDED_NETWORK && !wasBelieved
    const isSame = await (mayBeBoth ? agrees(client, newcomer) : isSameTracker(client, newcomer))
    if (isSame === undefined) continue
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

interface Place {
  latitude: number
  longitude: number
}
/**
 * Last place of a newcomer in degrees, and the last place that the known sender reported before the newcomer appeared
 * (`left…`).
 */
interface Traces extends Place {
  /** Milliseconds since 1970 UTC. */
  at: number
  leftLatitude: number | null
  leftLongitude: number | null
  /** True if the newcomer's place is later than the known sender's place `left…`. */
  isLater: boolean
  /** True if another newcomer is in dispute. Readings of that newcomer may still be in the track. */
  hasRival: boolean
}

const TRACES = `SELECT l.latitude / 1e7::float8 AS "leftLatitude", l.longitude / 1e7::float8 AS "leftLongitude",
    s.latitude / 1e7::float8 AS "latitude", s.longitude / 1e7::float8 AS "longitude",
    extract(epoch FROM s.positioned_at)::float8 * 1000 AS "at", coalesce(s.positioned_at > l.positioned_at, FALSE) AS "isLater",
    EXISTS (
      SELECT FROM tracker_networks r WHERE r.device_id = n.device_id AND r.network <> n.network
        AND (r.standing = 'disputed' OR r.standing = 'refused' AND r.since >= n.first_at)
    ) AS "hasRival"
  FROM tracker_networks n
  JOIN LATERAL (
    SELECT positioned_at, latitude, longitude FROM doubted_senders
    WHERE device_id = n.device_id AND newcomer_network = n.network AND latitude IS NOT NULL
    ORDER BY positioned_at DESC LIMIT 1
  ) s ON TRUE
  LEFT JOIN LATERAL (
    SELECT w.positioned_at, w.latitude, w.longitude FROM waypoints w
    WHERE w.device_id = n.device_id AND w.validity = ${FixValidity.valid} AND w.positioned_at <= n.first_at AND w.received_at < n.first_at
    ORDER BY w.positioned_at DESC LIMIT 1
  ) l ON TRUE
  WHERE (n.device_id, n.network) = ($1, $2)`

/**
 * A place counts as far from the place where the vehicle stood if it is at least this distance away, in metres. A stranger
 * could guess a nearer place. The next constant is the maximum distance between places that agree.
 */
const FAR_M = 2_000
const NEAR_M = 1_000
/**
 * Maximum time in milliseconds between two places that are compared as places of the same moment. Within this time a vehicle
 * moves at most 1 km, even at 180 km/h.
 */
const SAME_TIME_MS = 20_000

type Newcomer = Pick<Voice, 'deviceId' | 'network' | 'packet'>

async function tracesOf(client: pg.ClientBase, { deviceId, network }: Newcomer): Promise<Traces | undefined> {
  const { rows } = await client.query<Traces>(TRACES, [deviceId, network])
  return rows[0]
}

/**
 * Returns true if the known sender is now far from its last place before the newcomer appeared, and near the newcomer's last
 * place. The newcomer reported this place first, and only the tracker itself can have known it. So both senders are the same
 * tracker, which used another network for a while.
 */
async function isSameTracker(client: pg.ClientBase, newcomer: Newcomer): Promise<boolean> {
  const here = newcomer.packet.fixes.find(({ validity, latitude, longitude }) => isPlace(validity, latitude, longitude))
  const traces = here && (await tracesOf(client, newcomer))
  if (!traces) return false
  const place = { latitude: here.latitude!, longitude: here.longitude! }
  return hasLeft(traces, place) && distanceM(traces, place) <= NEAR_M
}

/**
 * Compares a newcomer on trial with a forwarding server, at the time of the newcomer's last place. If the server contradicts a
 * single place, the comparison ends against the newcomer. Otherwise a stranger could try one place after another.
 * @returns true if both are the same tracker, false if they are not. Undefined if their places do not show it yet
 */
async function agrees(client: pg.ClientBase, newcomer: Newcomer): Promise<boolean | undefined> {
  const traces = await tracesOf(client, newcomer)
  if (!traces) return undefined
  const places = await placesAround(client, newcomer, traces)
  if (places.length === 0) return undefined
  if (places.some((place) => distanceM(traces, place) > NEAR_M)) return false
  return (traces.isLater && places.every((place) => hasLeft(traces, place))) || undefined
}

/**
 * Returns true if a place is far from the last place that the known sender reported before the newcomer appeared. Returns
 * false while another newcomer is in dispute, because that newcomer may have invented this last place.
 */
function hasLeft({ leftLatitude, leftLongitude, hasRival }: Traces, place: Place): boolean {
  if (hasRival || leftLatitude === null || leftLongitude === null) return false
  return distanceM({ latitude: leftLatitude, longitude: leftLongitude }, place) >= FAR_M
}

/** Selects places from the track. A place dated after its reception is left out, because its date is certainly wrong. */
const TRACK = `SELECT latitude / 1e7::float8 AS latitude, longitude / 1e7::float8 AS longitude FROM waypoints
  WHERE device_id = $1 AND validity = ${FixValidity.valid} AND positioned_at BETWEEN $2 AND $3 AND received_at < $4
    AND received_at >= positioned_at - interval '${SAME_TIME_MS} milliseconds'
  LIMIT 100`

/** Finds the known sender's places at the time of the newcomer's last place, in the packet and in the track. */
async function placesAround(client: pg.ClientBase, { deviceId, packet }: Newcomer, { at, hasRival }: Traces): Promise<Place[]> {
  const sent = packet.fixes
    .filter(({ validity, latitude, longitude }) => isPlace(validity, latitude, longitude))
    .filter(({ positionedAt }) => positionedAt <= packet.receivedAt + SAME_TIME_MS && Math.abs(positionedAt - at) <= SAME_TIME_MS)
    .map(({ latitude, longitude }) => ({ latitude: latitude!, longitude: longitude! }))
  if (hasRival) return sent
  const span = [new Date(at - SAME_TIME_MS), new Date(at + SAME_TIME_MS), new Date(packet.receivedAt)]
  return [...sent, ...(await client.query<Place>(TRACK, [deviceId, ...span])).rows]
}

const isPlace = (validity: number, latitude?: number, longitude?: number): boolean =>
  validity === FixValidity.valid && Math.abs(latitude ?? NaN) <= 90 && Math.abs(longitude ?? NaN) <= 180

/** Makes a believed newcomer known after 7 days without a packet from the known sender. */
const GRADUATES = `UPDATE tracker_networks SET standing = 'known', since = $1, counter = NULL, updated_at = clock_timestamp()
  WHERE standing = 'believed' AND since < $1::timestamptz - interval '7 days'`
const SENDERS_OF_GRADUATES = `UPDATE doubted_senders s SET decision = 'accepted', decided_at = $1 FROM tracker_networks n
  WHERE (s.device_id, s.newcomer_network) = (n.device_id, n.network) AND n.standing = 'known' AND s.decision IS NULL`

/** Accepts newcomers after a week without packets from the previously known sender. */
export async function graduate(pool: pg.Pool, now: number): Promise<void> {
  await pool.query(GRADUATES, [new Date(now)])
  await pool.query(SENDERS_OF_GRADUATES, [new Date(now)])
}
