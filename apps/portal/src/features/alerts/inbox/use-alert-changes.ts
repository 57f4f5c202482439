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
  /** What came of them; absent: as it was. */
  note?: string | null
}

const idsOf = (alerts: readonly Alert[]) => alerts.map(({ id }) => id)

/** Reads again what a change of alerts makes old: the inbox, the counts of rules, Home and the bell. */
export const useAlertsChanged = () => useReread(ALERTS_KEY, ALERT_RULES_KEY, 'dashboard')

/** Acknowledges, snoozes and reopens alerts; what was put out of sight comes back by the Undo of its toast. */
export function useAlertChanges() {
  const { t } = useTranslation('alerts')
  const notify = useNotify()
  const clock = useClock()
  const { timeZone } = useFormat()
  const reread = useAlertsChanged()
  const undo = useMutation({
    mutationFn: async (alerts: readonly Alert[]) => {
      // What was snoozed before goes on being snoozed, unless its time has come meanwhile.
      const still = alerts.filter(
        ({ state, snoozed_until }) => state === 'snoozed' && Date.parse(snoozed_until ?? '') > clock.now(),
      )
      await reopened(idsOf(alerts.filter((alert) => !still.includes(alert))))
      for (const alert of still) await snoozed([alert.id], alert.snoozed_until!)
    },
    onSuccess: () => notify.success(t('done.reopen')),
    onError: notify.failure,
    onSettled: reread,
  })
  const wayBack = (alerts: readonly Alert[]) => ({ label: t('undo'), onAct: () => undo.mutate(alerts) })
  const acknowledge = useMutation({
    mutationFn: ({ alerts, ...note }: Acknowledged) => acknowledged(idsOf(alerts), note),
    onSuccess: (_, { alerts }) => notify.success(t('done.acknowledge', counted(alerts.length)), { wayBack: wayBack(alerts) }),
    onError: notify.failure,
    onSettled: reread,
  })
  const snooze = useMutation({
    mutationFn: (alerts: readonly Alert[]) => snoozed(idsOf(alerts), tomorrow(clock.now(), timeZone)),
    onSuccess: (_, alerts) => notify.success(t('done.snooze'), { wayBack: wayBack(alerts) }),
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
