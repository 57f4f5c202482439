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

/** As many as one call takes. */
const AT_ONCE = 200

/** Asks for some at a time, one call after the other. */
async function inParts(ids: readonly string[], ask: (part: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) await ask(ids.slice(at, at + AT_ONCE))
}

const acknowledged = (ids: readonly string[], note: { note?: string | null }) =>
  inParts(ids, (part) => dataOf(api.PUT('/api/v1/alerts/acknowledge', { body: { ids: part, ...note } })))
const snoozed = (ids: readonly string[], until: string) =>
  inParts(ids, (part) => dataOf(api.PUT('/api/v1/alerts/snooze', { body: { ids: part, until } })))
const reopened = (ids: readonly string[]) =>
  inParts(ids, (part) => dataOf(api.PUT('/api/v1/alerts/reopen', { body: { ids: part } })))

/** Returns eight in the morning of the next day, by the clocks of a zone. */
const tomorrow = (now: number, timeZone: string): string =>
  new Date(instantOf(addDays(dayOf(now, timeZone), 1), 8, timeZone)).toISOString()

interface Acknowledged {
  alerts: readonly Alert[]
  /** Its words; absent: each keeps its own. */
  note?: string | null
}

const idsOf = (alerts: readonly Alert[]) => alerts.map(({ id }) => id)

/** What an act changed, as it was before. */
interface Before {
  alerts: readonly Alert[]
  /** A note was written over theirs. */
  isNoted?: boolean
}

/** Puts alerts back as they were; what was acknowledged before stays with whoever acknowledged it. */
async function putBack({ alerts, isNoted = false }: Before, now: number): Promise<void> {
  // The notes go first: to write one acknowledges.
  if (isNoted) for (const { id, note } of alerts) await acknowledged([id], { note })
  const changed = alerts.filter(({ state }) => state !== 'acknowledged')
  // What was snoozed before goes on being snoozed, unless its time has come meanwhile.
  const still = changed.filter(({ state, snoozed_until }) => state === 'snoozed' && Date.parse(snoozed_until ?? '') > now)
  await reopened(idsOf(changed.filter((alert) => !still.includes(alert))))
  for (const { id, snoozed_until } of still) await snoozed([id], snoozed_until!)
}

/** Reads again what a change of alerts makes old: the inbox, the counts of rules, Home and the bell. */
export const useAlertsChanged = () => useReread(ALERTS_KEY, ALERT_RULES_KEY, 'dashboard')

/** Acknowledges, snoozes and reopens alerts; what can be put back as it was has an Undo in its toast. */
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
    // Nobody can acknowledge in the name of whoever did: what was acknowledged does not come back.
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
