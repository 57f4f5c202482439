import { useTranslation } from 'react-i18next'
import { useChange } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { formatDay, noonOf } from '../../../lib/day-range.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { nameOf, type Service, useServicesChanged } from './services.js'

type Doing =
  | { kind: 'plan'; /** Planned day as YYYY-MM-DD. Null clears it. */ day: string | null }
  | { kind: 'assign'; user: { id: number; name: string } | null }
  | { kind: 'archive' }
  | { kind: 'reopen' }

const send = ({ id }: Service, doing: Doing, timeZone: string): Promise<Service> => {
  const params = { path: { id } }
  switch (doing.kind) {
    case 'plan': {
      const body = { planned_at: doing.day === null ? null : noonOf(doing.day, timeZone) }
      return dataOf(api.POST('/api/v1/maintenance-notifications/{id}/plan', { params, body }))
    }
    case 'assign':
      return dataOf(
        api.POST('/api/v1/maintenance-notifications/{id}/assign', { params, body: { user_id: doing.user?.id ?? null } }),
      )
    case 'archive':
      return dataOf(api.POST('/api/v1/maintenance-notifications/{id}/archive', { params }))
    case 'reopen':
      return dataOf(api.POST('/api/v1/maintenance-notifications/{id}/reopen', { params }))
  }
}

/** Returns the action that undoes a change. Undefined if undoing would lose data that was recorded on completion. */
function backOf(before: Service, doing: Doing, dayOf: (at: string) => string): Doing | undefined {
  if (doing.kind === 'plan') return { kind: 'plan', day: before.planned_at && dayOf(before.planned_at) }
  if (doing.kind === 'assign') return { kind: 'assign', user: before.assigned_user }
  return doing.kind === 'archive' && before.status === 'open' ? { kind: 'reopen' } : undefined
}

/** Plans, assigns, archives and reopens one or many services, and offers an undo. */
export function useServiceChanges(onDone?: () => void) {
  const { t } = useTranslation('services')
  const notify = useNotify()
  const format = useFormat()
  const reread = useServicesChanged()
  const said = (services: readonly Service[], doing: Doing) => {
    const [first] = services
    const name = services.length === 1 && first ? nameOf(first) : t('many', { count: services.length })
    if (doing.kind === 'plan')
      return doing.day === null ? t('done.unplan', { name }) : t('done.plan', { name, day: formatDay(doing.day) })
    if (doing.kind === 'assign')
      return doing.user ? t('done.assign', { name, user: doing.user.name }) : t('done.unassign', { name })
    return t(`done.${doing.kind}`, { name })
  }
  const change = useChange(
    async ({ services, doing }: { services: readonly Service[]; doing: Doing }) => {
      for (const service of services) await send(service, doing, format.timeZone)
    },
    reread,
    {
      then: (_, { services, doing }) => {
        const backs = services.map((service) => ({ service, back: backOf(service, doing, format.day) }))
        const undo = async () => {
          try {
            for (const { service, back } of backs) if (back) await send(service, back, format.timeZone)
          } catch (error) {
            notify.failure(error)
          }
          await reread()
        }
        const wayBack = backs.some(({ back }) => back) ? { label: t('undo'), onAct: () => void undo() } : undefined
        notify.success(said(services, doing), { wayBack })
        onDone?.()
      },
      failed: (error) => {
        // Reads the services again, because those before the rejected one were already changed.
        void reread()
        notify.failure(error)
      },
    },
  )
  return {
    isPending: change.isPending,
    change: (services: readonly Service[], doing: Doing) => change.mutate({ services, doing }),
  }
}
