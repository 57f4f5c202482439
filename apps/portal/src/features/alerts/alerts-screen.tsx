import Button from '@mui/material/Button'
import { AlarmClock, Check, ListChecks, NotebookPen, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useNotify } from '../../components/notifications/use-notify.js'
import { Page } from '../../components/page.js'
import { PATHS } from '../../lib/paths.js'
import { useAddress } from '../../lib/screen-address.js'
import { usePermission } from '../../lib/session/session.js'
import { type BulkAction, ListTable, type RowAction } from '../../table/index.js'
import type { Alert } from './alert.js'
import { AcknowledgeAll } from './inbox/acknowledge-all.js'
import { alerts } from './inbox/alert-list.js'
import { AlertPanel } from './inbox/alert-panel.js'
import { NoteDialog } from './inbox/note-dialog.js'
import { useAlertChanges } from './inbox/use-alert-changes.js'

/** Inbox of alerts, newest first, with their actions. The URL contains the open alert. */
export function Component() {
  const { t } = useTranslation('alerts')
  const notify = useNotify()
  const address = useAddress()
  const openId = address.text('alert')
  const { acknowledge, snooze, reopen } = useAlertChanges()
  const [noted, setNoted] = useState<Alert>()
  const [asked, setAsked] = useState<{ alerts: readonly Alert[]; untick: () => void }>()
  const withdrawn = ({ state }: Alert) => (state === 'withdrawn' ? t('refused.withdrawn') : undefined)
  const seenTo = (alert: Alert) => withdrawn(alert) ?? (alert.state === 'acknowledged' ? t('refused.acknowledged') : undefined)
  const actionsOf = (alert: Alert): RowAction[] => [
    {
      label: t('actions.acknowledge'),
      icon: Check,
      disabledBecause: seenTo(alert),
      onAct: () => acknowledge.mutate({ alerts: [alert] }),
    },
    { label: t('actions.note'), icon: NotebookPen, disabledBecause: withdrawn(alert), onAct: () => setNoted(alert) },
    { label: t('actions.snooze'), icon: AlarmClock, disabledBecause: withdrawn(alert), onAct: () => snooze([alert]) },
    {
      label: t('actions.reopen'),
      icon: RotateCcw,
      onAct: () => reopen([alert]),
      disabledBecause: withdrawn(alert) ?? (alert.state === 'open' ? t('refused.open') : undefined),
    },
  ]
  const acknowledgeMany: BulkAction<Alert> = {
    key: 'acknowledge',
    label: t('actions.acknowledge'),
    icon: Check,
    hand: (rows, untick, isAll) => {
      const waiting = rows.filter((alert) => seenTo(alert) === undefined)
      if (waiting.length === 0) notify.notice(t('refused.none'))
      else if (isAll) setAsked({ alerts: waiting, untick })
      else acknowledge.mutate({ alerts: waiting }, { onSuccess: untick })
    },
  }
  const mayRule = usePermission('manage:alerts')
  const rules = mayRule && (
    <Button component={RouterLink} to={PATHS.alertRules} variant="outlined" startIcon={<ListChecks size={16} />}>
      {t('actions.rules')}
    </Button>
  )
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling actions={rules}>
      <ListTable
        {...alerts}
        onOpen={({ id }) => address.change({ alert: id }, openId !== undefined)}
        openId={openId}
        actionsOf={actionsOf}
        bulkActions={[acknowledgeMany]}
      />
      <AlertPanel id={openId} actionsOf={actionsOf} onClose={() => address.change({ alert: undefined })} />
      {asked && (
        <AcknowledgeAll
          count={asked.alerts.length}
          isPending={acknowledge.isPending}
          onAct={() =>
            acknowledge.mutate(
              { alerts: asked.alerts },
              {
                onSuccess: () => {
                  asked.untick()
                  setAsked(undefined)
                },
              },
            )
          }
          onClose={() => setAsked(undefined)}
        />
      )}
      {noted && (
        <NoteDialog
          alert={noted}
          isPending={acknowledge.isPending}
          onSave={(note) => acknowledge.mutate({ alerts: [noted], note }, { onSuccess: () => setNoted(undefined) })}
          onClose={() => setNoted(undefined)}
        />
      )}
    </Page>
  )
}
