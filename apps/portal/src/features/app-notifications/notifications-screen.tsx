import { Bell, Eye, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { Page } from '../../components/page.js'
import { Ago } from '../../components/time/time.js'
import { TwoLines } from '../../components/two-lines.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { useScreenAddress } from '../../lib/screen-address.js'
import { defineList, listOf, ListTable, type RowAction } from '../../table/index.js'
import { Composer } from './composer.js'
import { type AppNotification, NOTIFICATIONS, type View, VIEWS } from './notification.js'
import { LastSent, NotificationPanel, Outcome, StateChip } from './results.js'

/** Returns the list of a view. Columns that apply to only one view are shown only there. */
const listFor = (status: View) => {
  const isSent = status === 'sent'
  return defineList({
    texts: 'appNotifications',
    name: `app-notifications-${status}`,
    source: listOf('/api/v1/notifications', {
      key: [NOTIFICATIONS, status],
      nameOf: ({ title }) => title,
      query: { status },
      csv: { fileName: `app-notifications-${status}.csv` },
    }),
    icon: Bell,
    sort: status === 'planned' ? 'planned_at' : isSent ? '-sending_at' : '-updated_at',
    columns: {
      title: { render: ({ title, body }) => <TwoLines first={title} second={body} isOver={status === 'deleted'} /> },
      planned_at: {
        onCard: 'meta',
        render: ({ date, time, time_zone }) => (
          <TwoLines first={`${date.split('-').reverse().join('-')} ${time}`} second={time_zone} />
        ),
      },
      recipients: { isUnsortable: true, onCard: 'meta', render: ({ recipients }, t) => t(`form.${recipients.kind}`) },
      ...(isSent && {
        sending_at: { render: ({ sending_at }: AppNotification) => <Ago at={sending_at} /> },
        results: { isUnsortable: true, render: (row: AppNotification) => <Outcome notification={row} /> },
      }),
      business_name: { isOptional: true },
      author: {},
      updated_at: { isOptional: status !== 'deleted', render: ({ updated_at }) => <Ago at={updated_at} /> },
      state: { onCard: 'state', render: (row) => <StateChip notification={row} /> },
    },
    filters: { title: 'text', author: 'text', business_name: 'text', planned_at: 'period' },
  })
}
const LISTS = { planned: listFor('planned'), sent: listFor('sent'), deleted: listFor('deleted') }

/** Changes notifications. A deleted notification can be restored until its planned time has passed (T-15). */
function useNotificationChanges() {
  const { t } = useTranslation('appNotifications')
  const notify = useNotify()
  const reread = useReread(NOTIFICATIONS)
  const restore = useChange(
    ({ id }: AppNotification) => unwrap(api.PUT('/api/v1/notifications/{id}/restore', { params: { path: { id } } })),
    reread,
    { done: (_answer, { title }) => t('done.restore', { title }) },
  )
  const remove = useChange(
    ({ id }: AppNotification) => unwrap(api.DELETE('/api/v1/notifications/{id}', { params: { path: { id } } })),
    reread,
    {
      then: (_answer, notification) => {
        const wayBack = { label: t('actions.undo'), onAct: () => restore.mutate(notification) }
        notify.success(t('done.delete', { title: notification.title }), { wayBack })
      },
    },
  )
  return { restore: restore.mutate, remove: remove.mutate }
}

/** Notifications to customers (R-210, D.21). The URL contains the view, the open notification and the composer. */
export function Component() {
  const { t } = useTranslation('appNotifications')
  const address = useScreenAddress({ row: 'notification', views: VIEWS })
  const { view, setView, form, create, edit, openId, open, close, closeForm } = address
  const { restore, remove } = useNotificationChanges()
  const actionsOf = (notification: AppNotification): RowAction[] => {
    const show = { label: t('actions.show'), icon: Eye, onAct: () => open(notification.id) }
    if (notification.state === 'deleted')
      return [show, { label: t('actions.restore'), icon: RotateCcw, onAct: () => restore(notification) }]
    if (notification.state !== 'planned') return [show]
    return [
      { label: t('actions.edit'), icon: Pencil, onAct: () => edit(notification.id) },
      { label: t('actions.delete'), icon: Trash2, isDanger: true, onAct: () => remove(notification) },
    ]
  }
  const write = <ActionButton variant="contained" icon={Plus} label={t('new')} onClick={() => create()} />
  if (form)
    return (
      <Page title={t('screen.title')} meta={t('screen.purpose')}>
        <Composer
          key={form.id ?? 'new'}
          id={form.id}
          onClose={form.id ? close : closeForm}
          onDone={(wasSent) => address.goTo({ view: wasSent ? 'sent' : undefined })}
        />
      </Page>
    )
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling actions={write}>
      <LastSent onOpen={open} />
      <ViewTabs label={t('views.label')} views={VIEWS} view={view} titleOf={(one) => t(`views.${one}`)} onView={setView} />
      <ListTable
        key={view}
        {...LISTS[view]}
        label={t(`views.${view}`)}
        nothing={{ title: t(`nothing.${view}`), text: t('nothingYet.text') }}
        nothingAction={view === 'planned' ? write : undefined}
        onOpen={({ id, state }) => (state === 'planned' ? edit(id) : open(id))}
        openId={openId}
        actionsOf={actionsOf}
      />
      <NotificationPanel id={openId} onClose={close} />
    </Page>
  )
}
