import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RowPanel, PanelTabs, useLastOpen } from '../../../components/row-panel.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { RowAction } from '../../../table/index.js'
import type { Device } from '../device.js'
import { deviceQuery } from '../queries/device-queries.js'
import { PANEL_TABS, type PanelTab } from '../use-devices-address.js'
import { CommandsTab } from './commands-tab.js'
import { DetailsTab } from './details-tab.js'
import { InstallationsTab } from './installations-tab.js'
import { MessagesTab } from './messages-tab.js'
import { SimTab } from './sim-tab.js'
import { UpdatesTab } from './updates-tab.js'
import { joined } from '../../../lib/format/joined.js'

interface DevicePanelProps {
  /** Absent while no panel is open. */
  id?: number
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  onClose: () => void
  actionsOf: (device: Device) => readonly RowAction[]
  history: (id: number) => ReactNode
  returnOf: (device: Device) => ReactNode
  entityPath?: (id: number) => string
}

/** Panel of one tracker: details, installations, SIM, updates, messages, commands and audit history. */
export function DevicePanel({ id, tab, onTab, onClose, actionsOf, history, returnOf, entityPath }: DevicePanelProps) {
  const { t } = useTranslation('devices')
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...deviceQuery(lastId), enabled })
  const { data: device } = query
  const tabs: Record<PanelTab, (device: Device) => ReactNode> = {
    details: (one) => <DetailsTab device={one} actions={actionsOf(one)} entityPath={entityPath} sentBack={returnOf(one)} />,
    installations: (one) => <InstallationsTab device={one} entityPath={entityPath} />,
    sim: (one) => <SimTab device={one} />,
    updates: (one) => <UpdatesTab device={one} />,
    messages: (one) => <MessagesTab device={one} />,
    commands: (one) => <CommandsTab device={one} />,
    history: (one) => history(one.id),
  }
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('panel.gone') }}
      title={device ? formatImei(device.imei) : t('panel.details')}
      subtitle={joined([device?.title, device?.model])}
      onClose={onClose}
    >
      {(one) => (
        <PanelTabs label={t('panel.tabs')} tabs={PANEL_TABS} tab={tab} titleOf={(name) => t(`panel.${name}`)} onTab={onTab}>
          {tabs[tab](one)}
        </PanelTabs>
      )}
    </RowPanel>
  )
}
