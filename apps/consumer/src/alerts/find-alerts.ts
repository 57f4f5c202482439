import { inTransaction, isConnectionLoss } from '@roadbook/platform'
import type pg from 'pg'
import { DatabaseError } from 'pg'
import type { AlertParts } from './alert-parts.js'
import { goesOn, type Look, lookAgain, lookOn, memoryOf } from './look.js'
import { type RememberedStay, recordLooked } from './remembered-stays.js'
import { markSilent } from './silent-stays.js'
import { readAlerts, readStates, readStays } from './stays.js'
import { endNews, type TakenNews, takeNews } from './take-news.js'
import { writeFindings, writeMemories } from './write-alerts.js'

/**
 * Finds the alerts of devices with new data. Writes the alerts and deletes the marks (requests to evaluate a device) in one
 * transaction. After a crash the marks still exist, so the search runs again. It changes nothing that is already written.
 * @returns true if there was new data, and false if there was none. Undefined if the rules have changed: nothing is then
 *   evaluated, and the marks remain
 */
export async function findAlerts(parts: AlertParts): Promise<boolean | undefined> {
  const { pool, book, fresh, remembered, now } = parts
  let looks: Look[] = []
  let news: TakenNews | undefined
  let named = new Map<number, number>()
  let undo: (() => void) | undefined
  try {
    const isDone = await inTransaction(pool, async (client) => {
      news = await takeNews(client, fresh)
      if (news.isNothing) return true
      if (!(await book.isCurrent(client))) return false
      const caughtUp = await remembered.catchUp(client, fresh.keeper)
      undo = caughtUp.undo
      const kept = caughtUp.old.map((known) => ({ stay: known.stay, memory: memoryOf(known, now()) }))
      await writeMemories(client, kept, now())
      looks = await looksAt(news.devices, { ...parts, client })
      named = await writeFindings(
        client,
        looks.map(({ findings }) => findings),
        now(),
      )
      await endNews(client, news)
      return true
    })
    if (!isDone || !news) return undefined
  } catch (error) {
    // The observers in memory already include the readings, but the results of these readings were rolled back.
    remembered.forget(news?.devices.keys() ?? [])
    undo?.()
    throw error
  }
  fresh.forget(news.batchIds)
  for (const look of looks) remember(look, named, remembered)
  return !news.isNothing
}

/** Evaluates each device. Continues from the remembered stay if possible, and otherwise evaluates stored data. */
async function looksAt(devices: TakenNews['devices'], parts: AlertParts & { client: pg.ClientBase }): Promise<Look[]> {
  const { book, remembered, now } = parts
  const looks: Look[] = []
  const unknown: { deviceId: number; from: number }[] = []
  for (const [deviceId, { from, readings }] of devices) {
    const known = remembered.stayOf(deviceId)
    const watch = known && book.watchOf(known.stay.businessId, known.stay.tagIds, known.stay.vehicleType)
    if (watch && readings && goesOn(readings, from, watch, known)) looks.push(lookOn(watch, known, readings, now()))
    else unknown.push({ deviceId, from })
  }
  if (unknown.length > 0) looks.push(...(await looksBack(unknown, parts)))
  return looks
}

async function looksBack(news: readonly { deviceId: number; from: number }[], parts: AlertParts & { client: pg.ClientBase }) {
  const { book, fresh, remembered, store, client, logger, now } = parts
  const ids = news.map(({ deviceId }) => deviceId)
  remembered.forget(ids)
  await recordLooked(client, ids, fresh.keeper)
  const watched = (await readStays(client, news)).flatMap((stay) => {
    const watch = book.watchOf(stay.businessId, stay.tagIds, stay.vehicleType)
    return watch ? [{ stay, watch }] : []
  })
  const stays = watched.map(({ stay }) => stay)
  const states = await readStates(client, stays)
  const stored = await readAlerts(client, stays, states)
  const looks: Look[] = []
  for (const { stay, watch } of watched) {
    const { installationId, deviceId } = stay
    const state = states.get(installationId)
    try {
      const known = { ...(state && { state }), alerts: stored.get(installationId) ?? [] }
      looks.push(await lookAgain(stay, watch, known, { store, client, now: now() }))
    } catch (error) {
      // If one device fails, the others must still be evaluated. After a database error this is impossible, because the whole
      // transaction fails.
      if (isConnectionLoss(error) || error instanceof DatabaseError) throw error
      logger.error({ err: error, deviceId }, 'could not look for the alerts of a device')
    }
  }
  return looks
}

/** Remembers a stay (a tracker's time on a vehicle) unless the tracker was removed. Called after the results are written. */
function remember(
  { findings: { stay }, next }: Look,
  named: ReadonlyMap<number, number>,
  remembered: AlertParts['remembered'],
): void {
  if (stay.removedAt !== null) return
  const name = named.get(stay.installationId)
  const { at } = next.observer
  const stored: RememberedStay['stored'] | undefined = name !== undefined && at !== undefined ? { name, at } : next.stored
  if (stored) remembered.keep({ ...next, stored })
  else remembered.forget([stay.deviceId])
}

/**
 * Marks devices that sent data in the last 30 seconds. Called when this process has just read a new rule. Data that was stored
 * before possibly has no mark, because no rule applied to it then.
 */
const UNMARKED = `INSERT INTO alert_marks (device_id, from_at) SELECT device_id, last_positioned_at - interval '30 seconds' FROM device_states
  WHERE last_received_at > now() - interval '30 seconds' AND last_positioned_at IS NOT NULL`

async function readRules({ book, pool, now }: AlertParts): Promise<void> {
  if ((await book.refresh(now())) && !book.isEmpty) await pool.query(UNMARKED)
}

/** Looks for alerts once: reads the current rules, marks silent devices, then evaluates all devices with new data. */
export async function lookForAlerts(parts: AlertParts, signal: AbortSignal): Promise<void> {
  await readRules(parts)
  if (parts.book.isEmpty) return
  await markSilent(parts)
  while (!signal.aborted) {
    const looked = await findAlerts(parts)
    if (looked === false) return
    if (looked === undefined) await readRules(parts)
  }
}
