import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { SideDrawer } from '../../../components/side-drawer.js'
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

interface DevicePanelProps {
  /** Absent while none is open. */
  id?: number
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  onClose: () => void
  actionsOf: (device: Device) => readonly RowAction[]
  history: (id: number) => ReactNode
  returnOf: (device: Device) => ReactNode
  entityPath?: (id: number) => string
}

/** One tracker: what it is, what it was on, its SIM, its updates, what it sent and was told, and who changed what. */
export function DevicePanel({ id, tab, onTab, onClose, actionsOf, history, returnOf, entityPath }: DevicePanelProps) {
  const { t } = useTranslation('devices')
  // The last one stays in sight while the drawer slides away.
  const [shownId, setShownId] = useState(id)
  if (id !== undefined && id !== shownId) setShownId(id)
  const { data: device, error, refetch, isPending } = useQuery({ ...deviceQuery(shownId ?? 0), enabled: shownId !== undefined })
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
    <SideDrawer
      isOpen={id !== undefined}
      title={device ? formatImei(device.imei) : t('panel.details')}
      subtitle={[device?.title, device?.model].filter(Boolean).join(' · ')}
      onClose={onClose}
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={240} />}
      {device === null && <EmptyState icon={SearchX} title={t('panel.gone')} />}
      {device && (
        <>
          <Tabs
            value={tab}
            variant="scrollable"
            scrollButtons="auto"
            aria-label={t('panel.tabs')}
            onChange={(_event, next: PanelTab) => onTab(next)}
            sx={{ mx: -3, px: { xs: 3, sm: 1 }, mt: -2.5, mb: 2.5, borderBottom: 1, borderColor: 'divider' }}
          >
            {PANEL_TABS.map((one) => (
              <Tab key={one} value={one} label={t(`panel.${one}`)} id={`device-tab-${one}`} aria-controls="device-tab-panel" />
            ))}
          </Tabs>
          <div role="tabpanel" id="device-tab-panel" aria-labelledby={`device-tab-${tab}`}>
            {tabs[tab](device)}
          </div>
        </>
      )}
    </SideDrawer>
  )
}
