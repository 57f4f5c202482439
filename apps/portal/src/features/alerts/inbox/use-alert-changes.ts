import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { useClock } from '../../../lib/clock.js'
import { addDays, dayOf, instantOf } from '../../../lib/day-range.js'
import { counted } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { type Alert, ALERT_RULES_KEY, ALERTS_KEY } from '../alert.js'

/** The API's limit on alerts per call. */
const AT_ONCE = 200

/** Sends the IDs in several calls of at most `AT_ONCE` each, one after the other. */
async function inParts(ids: readonly string[], ask: (part: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) await ask(ids.slice(at, at + AT_ONCE))
}

const acknowledged = (ids: readonly string[], note: { note?: string | null }) =>
  inParts(ids, (part) => dataOf(api.PUT('/api/v1/alerts/acknowledge', { body: { ids: part, ...note } })))
const snoozed = (ids: readonly string[], until: string) =>
  inParts(ids, (part) => dataOf(api.PUT('/api/v1/alerts/snooze', { body: { ids: part, until } })))
const reopened = (ids: readonly string[]) =>
  inParts(ids, (part) => dataOf(api.PUT('/api/v1/alerts/reopen', { body: { ids: part } })))

/** Returns 8:00 of the next day in a time zone. */
const tomorrow = (now: number, timeZone: string): string =>
  new Date(instantOf(addDays(dayOf(now, timeZone), 1), 8, timeZone)).toISOString()

interface Acknowledged {
  alerts: readonly Alert[]
  /** Text of the note. If absent, each alert keeps its present note. */
  note?: string | null
}

const idsOf = (alerts: readonly Alert[]) => alerts.map(({ id }) => id)

/** State of the changed alerts before the change. */
interface Before {
  alerts: readonly Alert[]
  /** True if their notes were overwritten. */
  isNoted?: boolean
}

/**
 * Restores the previous state of alerts. Alerts that were acknowledged before stay acknowledged, by the same user as before.
 */
async function putBack({ alerts, isNoted = false }: Before, now: number): Promise<void> {
  // Restores notes first, because writing a note acknowledges the alert. The state is restored afterwards.
  if (isNoted) for (const { id, note } of alerts) await acknowledged([id], { note })
  const changed = alerts.filter(({ state }) => state !== 'acknowledged')
  // Alerts that were snoozed before are snoozed again, unless their snooze has ended meanwhile.
  const still = changed.filter(({ state, snoozed_until }) => state === 'snoozed' && Date.parse(snoozed_until ?? '') > now)
  await reopened(idsOf(changed.filter((alert) => !still.includes(alert))))
  for (const { id, snoozed_until } of still) await snoozed([id], snoozed_until!)
}

/** Reads again all data that depends on alerts: the inbox, the counts of rules, Home and the bell. */
export const useAlertsChanged = () => useReread(ALERTS_KEY, ALERT_RULES_KEY, 'dashboard')

/** Acknowledges, snoozes and reopens alerts. If the previous state can be restored, the toast has an Undo button. */
export function useAlertChanges() {
  const { t } = useTranslation('alerts')
  const notify = useNotify()
  const clock = useClock()
  const { timeZone } = useFormat()
  const reread = useAlertsChanged()
  const undo = useMutation({
    mutationFn: (before: Before) => putBack(before, clock.now()),
    onSuccess: () => notify.success(t('done.undo')),
    onError: notify.failure,
    onSettled: reread,
  })
  const wayBack = (before: Before) =>
    before.alerts.length > 0 ? { wayBack: { label: t('undo'), onAct: () => undo.mutate(before) } } : undefined
  const acknowledge = useMutation({
    mutationFn: ({ alerts, ...note }: Acknowledged) => acknowledged(idsOf(alerts), note),
    onSuccess: (_, { alerts, note }) => {
      const isNoted = note !== undefined && alerts.some((alert) => alert.note !== note)
      const changed = alerts.filter(({ state }) => state !== 'acknowledged' || isNoted)
      notify.success(t('done.acknowledge', counted(alerts.length)), wayBack({ alerts: changed, isNoted }))
    },
    onError: notify.failure,
    onSettled: reread,
  })
  const snooze = useMutation({
    mutationFn: (alerts: readonly Alert[]) => snoozed(idsOf(alerts), tomorrow(clock.now(), timeZone)),
    // Undo leaves out alerts that had been acknowledged. It would record this user as the one who acknowledged them, although
    // that was possibly another user.
    onSuccess: (_, alerts) =>
      notify.success(t('done.snooze'), wayBack({ alerts: alerts.filter(({ state }) => state !== 'acknowledged') })),
    onError: notify.failure,
    onSettled: reread,
  })
  const reopen = useMutation({
    mutationFn: (alerts: readonly Alert[]) => reopened(idsOf(alerts)),
    onSuccess: () => notify.success(t('done.reopen')),
    onError: notify.failure,
    onSettled: reread,
  })
  return { acknowledge, snooze: snooze.mutate, reopen: reopen.mutate }
}
