import { createHash } from 'node:crypto'
import {
  FixValidity,
  KEPT_ASIDE_FOR,
  MOST_PACKETS_ASIDE,
  PacketHeader,
  Topic,
  VoiceKind,
  type KeptAsideFor,
  type Packet,
} from '@roadbook/contracts'
import { decodePacket, encodePacket } from '@roadbook/contracts/packet-codec'
import type { EventLog, LogMessage, ReceivedMessage } from '@roadbook/event-log'
import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'

/**
 * A table row with a packet that was set aside, because its sender is possibly not the device. The packet waits until a person
 * or later data decides about the sender.
 */
export type KeptPacket = ReturnType<typeof toKept>

/** At the latest after this time, every gateway has read a decision about a sender. */
const AFTERMATH = `interval '2 minutes'`

/**
 * Stores each packet with its sender. If the sender has no row, creates one. If the maximum number of packets already waits,
 * only packets of `believed` newcomers are stored. They are needed, because their readings may have to be removed from the
 * track. If the sender was accepted less than two minutes before the packet, the packet is stored with this sender and needs
 * no new decision.
 */
const KEEP = `
WITH given AS (
  SELECT * FROM unnest($1::int[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::int[],
    $9::timestamptz[], $10::int[], $11::int[], $12::bytea[], $13::jsonb[], $15::text[], $16::bool[])
    AS g (device_id, digest, reason, protocol, network, certificate, received_at, fixes, positioned_at, latitude, longitude, value, headers,
      newcomer_network, is_believed)
), fresh AS (
  SELECT DISTINCT ON (g.device_id, g.digest) g.*, (
      SELECT s.id FROM doubted_senders s
      WHERE (s.device_id, s.reason, s.protocol, s.network) = (g.device_id, g.reason, g.protocol, g.network)
        AND (s.decision IS NULL OR s.decision = 'accepted' AND s.decided_at > g.received_at - ${AFTERMATH})
      ORDER BY s.decision IS NULL DESC, s.decided_at DESC LIMIT 1
    ) AS sender_id
  FROM given g
  WHERE NOT EXISTS (SELECT FROM packets_aside a WHERE a.device_id = g.device_id AND a.digest = g.digest)
), measured AS (
  SELECT f.*, f.is_believed
      OR coalesce(w.packets, 0) + row_number() OVER (PARTITION BY f.device_id ORDER BY f.received_at, f.digest) <= $14 AS fits
  FROM fresh f LEFT JOIN (
    SELECT s.device_id, sum(s.packets) AS packets FROM doubted_senders s
    WHERE s.decision IS NULL AND s.device_id = ANY ($1) GROUP BY s.device_id
  ) w ON w.device_id = f.device_id
), made AS (
  INSERT INTO doubted_senders (device_id, business_id, reason, protocol, network, certificate, first_at, last_at,
    newcomer_network)
  SELECT f.device_id, d.business_id, f.reason, f.protocol, f.network, max(f.certificate), min(f.received_at), max(f.received_at),
    max(f.newcomer_network)
  FROM measured f JOIN devices d ON d.id = f.device_id WHERE f.sender_id IS NULL
  GROUP BY f.device_id, d.business_id, f.reason, f.protocol, f.network
  RETURNING id, device_id, reason, protocol, network
), sent AS (
  SELECT f.*, coalesce(f.sender_id, m.id) AS of_sender FROM measured f LEFT JOIN made m
    ON (m.device_id, m.reason, m.protocol, m.network) = (f.device_id, f.reason, f.protocol, f.network)
), kept AS (
  INSERT INTO packets_aside (device_id, digest, sender_id, received_at, value, headers, taken_in_at)
  SELECT device_id, digest, of_sender, received_at, value, headers, CASE WHEN is_believed THEN received_at END FROM sent WHERE fits
)
SELECT digest, of_sender AS sender_id, fits FROM sent`

const COUNT = `
UPDATE doubted_senders s SET packets = s.packets + n.packets, packets_not_kept = s.packets_not_kept + n.not_kept,
  fixes = s.fixes + n.fixes,
  first_at = least(s.first_at, n.first_at), last_at = greatest(s.last_at, n.last_at),
  positioned_at = coalesce(n.positioned_at, s.positioned_at), latitude = coalesce(n.latitude, s.latitude),
  longitude = coalesce(n.longitude, s.longitude)
FROM (
  SELECT id, count(*) FILTER (WHERE fits) AS packets, count(*) FILTER (WHERE NOT fits) AS not_kept,
    coalesce(sum(fixes) FILTER (WHERE fits), 0) AS fixes, min(received_at) AS first_at, max(received_at) AS last_at,
    (array_agg(positioned_at ORDER BY positioned_at DESC NULLS LAST))[1] AS positioned_at,
    (array_agg(latitude ORDER BY positioned_at DESC NULLS LAST))[1] AS latitude,
    (array_agg(longitude ORDER BY positioned_at DESC NULLS LAST))[1] AS longitude
  FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::int[], $7::bool[])
    AS g (id, fixes, received_at, positioned_at, latitude, longitude, fits)
  GROUP BY id
) n WHERE s.id = n.id`

/**
 * Stores packets until an operator reviews their sender. If a packet is read several times, it is stored once. Packets above
 * the maximum are only counted. The event log still contains them until its retention time ends.
 */
export async function keepPackets(
  client: pg.ClientBase,
  kept: readonly KeptPacket[],
  mostWaiting = MOST_PACKETS_ASIDE,
): Promise<void> {
  if (kept.length === 0) return
  const column = <K extends keyof KeptPacket>(name: K) => kept.map((row) => row[name])
  const { rows: stored } = await client.query<{ digest: Buffer; sender_id: number; fits: boolean }>(KEEP, [
    ...([column('deviceId'), column('digest'), column('reason'), column('protocol'), column('network')] as const),
    ...([column('certificate'), column('receivedAt'), column('fixes'), column('positionedAt')] as const),
    ...([column('latitude'), column('longitude'), column('value'), column('headers')] as const),
    mostWaiting,
    column('newcomerNetwork'),
    column('isBelieved'),
  ])
  const found = new Map(stored.map((sent) => [sent.digest.toString('hex'), sent]))
  const counted = kept.flatMap((row) => {
    const sent = found.get(row.digest.toString('hex'))
    return sent && found.delete(row.digest.toString('hex')) ? [{ id: sent.sender_id, fits: sent.fits, row }] : []
  })
  if (counted.length === 0) return
  await client.query(COUNT, [
    counted.map(({ id }) => id),
    ...([counted.map(({ row }) => row.fixes), counted.map(({ row }) => row.receivedAt)] as const),
    ...([counted.map(({ row }) => row.positionedAt), counted.map(({ row }) => row.latitude)] as const),
    ...([counted.map(({ row }) => row.longitude), counted.map(({ fits }) => fits)] as const),
  ])
}

/**
 * Converts a packet to a row. Call it before the validity of the packet's fixes is set. Packets of `believed` newcomers are
 * stored too, because their readings may have to be removed from the track.
 */
export function toKept(deviceId: number, { value, headers }: ReceivedMessage, packet: Packet) {
  const text = (name: string) => headers[name]?.toString()
  const reason = packet.quarantined ? reasonOf(text(PacketHeader.keptAsideFor)) : 'newcomer'
  const place = packet.fixes.findLast(({ validity, latitude, longitude }) => isPlace(validity, latitude, longitude))
  return {
    deviceId,
    digest: createHash('sha256')
      .update(value)
      .update(headers[PacketHeader.raw] ?? '')
      .digest(),
    reason,
    newcomerNetwork: reason === 'newcomer' ? (newcomerOf(text(PacketHeader.voice)) ?? '') : null,
    isBelieved: !packet.quarantined,
    protocol: packet.protocol,
    network: text(PacketHeader.network) ?? '',
    certificate: text(PacketHeader.certificate) ?? null,
    receivedAt: new Date(packet.receivedAt),
    fixes: packet.fixes.length,
    positionedAt: place ? new Date(Math.min(place.positionedAt, packet.receivedAt)) : null,
    latitude: place ? Math.round(place.latitude! * 1e7) : null,
    longitude: place ? Math.round(place.longitude! * 1e7) : null,
    value,
    headers: JSON.stringify(Object.fromEntries(Object.entries(headers).map(([name, bytes]) => [name, bytes.toString('base64')]))),
  }
}

/** Returns the network in the voice header of a newcomer. Null for other packets. */
const newcomerOf = (voice: string | undefined): string | null =>
  voice !== undefined && /^(trial|believed|again) /.test(voice) ? (voice.split(' ')[1] ?? null) : null

/** Returns true if a packet is from a newcomer's network whose standing is `believed` (trusted for now). */
export const isOnProbation = ({ headers }: ReceivedMessage): boolean =>
  headers[PacketHeader.voice]?.toString().startsWith(`${VoiceKind.believed} `) ?? false

const isPlace = (validity: number, latitude?: number, longitude?: number): boolean =>
  validity === FixValidity.valid && Math.abs(latitude ?? NaN) <= 90 && Math.abs(longitude ?? NaN) <= 180

/** Returns `conflict` if there is no reason, because older gateways send none and set packets aside only for a conflict. */
const reasonOf = (text: string | undefined): KeptAsideFor => KEPT_ASIDE_FOR.find((reason) => reason === text) ?? 'conflict'

const TAKEN_AT_ONCE = 500
const WAITING = `
SELECT a.device_id, a.digest, a.value, a.headers FROM doubted_senders s JOIN packets_aside a ON a.sender_id = s.id
WHERE a.taken_in_at IS NULL AND (s.decision = 'accepted' OR s.decision IS NULL AND EXISTS (
    SELECT FROM tracker_networks n
    WHERE (n.device_id, n.network) = (s.device_id, s.newcomer_network) AND n.standing IN ('believed', 'known')
  ))
ORDER BY a.received_at LIMIT ${TAKEN_AT_ONCE} FOR UPDATE OF a SKIP LOCKED`
const TAKEN = `UPDATE packets_aside a SET taken_in_at = now() FROM unnest($1::int[], $2::bytea[]) AS t (device_id, digest)
  WHERE a.device_id = t.device_id AND a.digest = t.digest`

/**
 * Headers that describe why a packet was not trusted. When its sender is accepted, the packet is published again without them.
 */
const DOUBTS: ReadonlySet<string> = new Set([
  PacketHeader.keptAsideFor,
  PacketHeader.network,
  PacketHeader.certificate,
  PacketHeader.voice,
])

/**
 * Publishes the packets of accepted senders again, as packets of the tracker. After a crash another consumer process
 * continues. A packet that is published twice changes nothing.
 * @returns the number of published packets
 */
export async function takeIn(pool: pg.Pool, log: EventLog): Promise<number> {
  let taken = 0
  for (let last = TAKEN_AT_ONCE; last === TAKEN_AT_ONCE; taken += last) {
    last = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<Waiting>(WAITING)
      if (rows.length === 0) return 0
      await log.publish(Topic.packets, rows.map(toMessage))
      await client.query(TAKEN, [rows.map((row) => row.device_id), rows.map(({ digest }) => digest)])
      return rows.length
    })
  }
  return taken
}

interface Waiting {
  device_id: number
  digest: Buffer
  value: Buffer
  headers: Record<string, string>
}

/**
 * Returns a header that marks a newcomer's packet as published again. With this header, the reader checks the newcomer's
 * standing, and sets the packet aside again if the newcomer is no longer trusted.
 */
function again({ voice }: Record<string, string>): LogMessage['headers'] {
  const network = voice && newcomerOf(Buffer.from(voice, 'base64').toString())
  return network ? { [PacketHeader.voice]: Buffer.from(`${VoiceKind.again} ${network}`) } : {}
}

function toMessage({ value, headers }: Waiting): LogMessage {
  const packet = decodePacket(value)
  const kept = Object.entries(headers).filter(([name]) => !DOUBTS.has(name))
  return {
    key: packet.imei,
    value: encodePacket({ ...packet, quarantined: false }),
    headers: { ...Object.fromEntries(kept.map(([name, base64]) => [name, Buffer.from(base64, 'base64')])), ...again(headers) },
  }
}
