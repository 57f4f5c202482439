import {
  type Alert,
  diffAlerts,
  newState,
  observe,
  type Reading,
  retell,
  silentAt,
  type Watch,
  type WatchState,
} from '@roadbook/alerts'
import { inTransaction, isConnectionLoss } from '@roadbook/platform'
import type { TrackStore } from '@roadbook/track-store'
import pg from 'pg'
import type { Context } from '../context.js'
import { readAlerts, readStays, type Stay, type StoredAlert, takeMarks } from './stays.js'
import { toReading } from './to-reading.js'
import { type Findings, writeFindings } from './write-alerts.js'

/** After so many readings what is remembered is kept. */
const KEEP_EVERY = 200
const PAGE = 1_000

type Parts = Pick<Context, 'pool' | 'store' | 'book' | 'fresh' | 'logger' | 'now'>

/**
 * Finds the alerts of devices of which there is news. What is found and the marks that called for it are one transaction: whoever
 * dies is repeated, and repeating changes nothing.
 * @returns how many devices it looked at; undefined where the rules are others by now: what was marked because of them waits
 */
export async function findAlerts({ pool, store, book, fresh, logger, now }: Parts): Promise<number | undefined> {
  const looked: string[] = []
  const devices = await inTransaction(pool, async (client) => {
    const marks = await takeMarks(client)
    if (marks.length === 0) return 0
    if (!(await book.isCurrent(client))) return undefined
    const stays = (await readStays(client, marks)).flatMap((stay) => {
      const watch = book.watchOf(stay.businessId, stay.tagIds)
      return watch ? [{ stay, watch }] : []
    })
    const stored = await readAlerts(
      client,
      stays.map(({ stay }) => stay),
    )
    const idsOf = new Map(marks.map(({ device_id, ids }) => [device_id, ids]))
    const findings: Findings[] = []
    for (const { stay, watch } of stays) {
      const known = stored.get(stay.installationId) ?? []
      const atHand = fresh.of(idsOf.get(stay.deviceId) ?? [])
      try {
        findings.push(await findOf(stay, watch, known, { store, client, fresh: atHand, now: now() }))
      } catch (error) {
        // One that cannot be told must not hold up the others; what the database refuses is the transaction's.
        if (isConnectionLoss(error) || error instanceof pg.DatabaseError) throw error
        logger.error({ err: error, deviceId: stay.deviceId }, 'could not look for the alerts of a device')
      }
    }
    if (findings.length > 0) await writeFindings(client, findings, now())
    looked.push(...marks.flatMap(({ ids }) => ids))
    await client.query('DELETE FROM alert_marks WHERE id = ANY ($1::bigint[])', [looked])
    return marks.length
  })
  fresh.forget(looked)
  return devices
}

interface Reader {
  store: TrackStore
  client: pg.ClientBase
  /** What the marks stand for, where it is at hand. */
  fresh: Reading[] | undefined
  now: number
}

async function findOf(stay: Stay, watch: Watch, stored: readonly StoredAlert[], reader: Reader): Promise<Findings> {
  const begin = stay.state ?? (await firstSight(stay, watch, reader))
  let state = begin
  const states: WatchState[] = stay.state ? [stay.state] : []
  const found = new Map<string, ReturnType<typeof retell>['found'][number]>()
  const news = freshOf(stay, watch, reader.fresh) ?? pages(stay, begin.at ?? stay.installedAt - 1, reader)
  for await (const readings of news) {
    const told = retell(watch, state, readings, KEEP_EVERY)
    for (const alert of told.found) found.set([alert.ruleId, alert.geofenceId, alert.beganAt].join(), alert)
    states.push(...told.kept)
    state = told.state
  }
  if (state.at !== undefined && state.at !== states.at(-1)?.at) states.push(state)
  const silent = stay.removedAt === null ? silentAt(watch, state, reader.now) : []
  const isSpoken = spokenBy(watch)
  const changes = diffAlerts(stored.filter(isSpoken), [...found.values(), ...silent].filter(isSpoken))
  return { stay, changes, stored, states, silentDue: stay.removedAt === null ? silentDue(watch, state, reader.now) : undefined }
}

/** What was said by a rule or a fence that is no more, or another by now, or does not hold for this vehicle, stands. */
function spokenBy({ rules, fenceOf }: Watch): (alert: Alert) => boolean {
  const spoken = new Set(rules.map(({ id, revision }) => `${id}.${revision}`))
  return ({ ruleId, ruleRevision, geofenceId, beganAt }) => {
    if (!spoken.has(`${ruleId}.${ruleRevision}`)) return false
    return geofenceId === undefined || beganAt >= (fenceOf(geofenceId)?.effectiveFrom ?? Infinity)
  }
}

/** Readings that are all newer than what was ever looked at, as one page: what is marked is then all that there is. */
function freshOf(
  { state, isNewest, installedAt, removedAt }: Stay,
  { rules }: Watch,
  fresh: Reading[] | undefined,
): Reading[][] | undefined {
  if (!state || !isNewest || !fresh) return undefined
  // While no rule held, nothing was marked: what was stored then is to be read back.
  if (rules.some(({ effectiveFrom }) => (state.at ?? -Infinity) < effectiveFrom)) return undefined
  const isInStay = ({ at }: Reading) => at >= installedAt && at < (removedAt ?? Infinity)
  // Of two of one time the first that came is stored, and a stable order leaves it first.
  return [fresh.filter(isInStay).sort((one, other) => one.at - other.at)]
}

/** Of a vehicle that no rule looked at before: where it was, and when, before the first of them began to speak. */
async function firstSight(stay: Stay, watch: Watch, { store, client }: Reader): Promise<WatchState> {
  const from = Math.min(...watch.rules.map(({ effectiveFrom }) => effectiveFrom))
  const options = { limit: 1, newestFirst: true, client }
  const [before] = await store.readWaypoints(
    stay.deviceId,
    stay.installedAt,
    Math.min(from, stay.removedAt ?? Infinity) - 1,
    options,
  )
  return before ? observe(watch, newState(), toReading(before.fix), () => undefined) : newState()
}

/** Readings of the stay after a time, oldest first; once none, so that what goes on is told, too. */
async function* pages({ deviceId, installedAt, removedAt }: Stay, after: number, { store, client }: Reader) {
  const till = (removedAt ?? FAR_FUTURE) - 1
  for (let last = after; ;) {
    const rows = await store.readWaypoints(deviceId, Math.max(installedAt, last + 1), till, { limit: PAGE, client })
    yield rows.map(({ fix }) => toReading(fix))
    if (rows.length < PAGE) return
    last = rows.at(-1)!.fix.positionedAt
  }
}
const FAR_FUTURE = 253_402_214_400_000

/** When the next rule has to be told that nothing more came. */
function silentDue({ rules }: Watch, { at }: WatchState, now: number): number | undefined {
  if (at === undefined) return undefined
  const due = rules
    .filter(({ kind }) => kind === 'silent')
    .map(({ effectiveFrom, threshold = Infinity }) => Math.max(at, effectiveFrom) + threshold * 60_000)
    .filter((time) => time >= now)
  return due.length > 0 ? Math.min(...due) : undefined
}

const DUE = `WITH due AS (
    UPDATE alert_states s SET silent_due = NULL FROM installations i
    WHERE s.silent_due < $1 AND i.id = s.installation_id RETURNING i.device_id, s.at)
  INSERT INTO alert_marks (device_id, from_at) SELECT device_id, at + interval '1 millisecond' FROM due`

/** Marks the devices whose silence is to be told. */
export const markSilent = ({ pool, now }: Pick<Parts, 'pool' | 'now'>): Promise<unknown> => pool.query(DUE, [new Date(now())])

/** What came in the moments before a rule was known here was not marked. */
const UNMARKED = `INSERT INTO alert_marks (device_id, from_at) SELECT device_id, last_positioned_at FROM device_states
  WHERE last_received_at > now() - interval '30 seconds'`

async function readRules({ book, pool, now }: Parts): Promise<void> {
  if ((await book.refresh(now())) && !book.isEmpty) await pool.query(UNMARKED)
}

/** One round: rules as they are now, then everything of which there is news. */
export async function lookForAlerts(parts: Parts, signal: AbortSignal): Promise<void> {
  await readRules(parts)
  if (parts.book.isEmpty) return
  await markSilent(parts)
  while (!signal.aborted) {
    const looked = await findAlerts(parts)
    if (looked === 0) return
    if (looked === undefined) await readRules(parts)
  }
}
