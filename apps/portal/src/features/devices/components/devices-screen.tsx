import { Plus } from 'lucide-react'
import { useState, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { ListTable, type RowAction, type BulkAction } from '../../../table/index.js'
import { devices, devicesIn, unknownDevices } from '../device-list.js'
import { type Device, isRegisteredView, type RegisteredView, isImei, type UnknownDevice } from '../device.js'
import { AttachDialog } from '../dialogs/attach-dialog.js'
import { DeleteDialog } from '../dialogs/delete-dialog.js'
import { DetachDialog } from '../dialogs/detach-dialog.js'
import { DeviceFormDrawer } from '../dialogs/device-form-drawer.js'
import { LinkDialog } from '../dialogs/link-dialog.js'
import { RegisterDialog } from '../dialogs/register-dialog.js'
import { ImportDialog } from '../import/import-dialog.js'
import { DevicePanel } from '../panel/device-panel.js'
import { DeliveriesView } from '../possession/deliveries-view.js'
import { WaitingView } from '../possession/waiting-view.js'
import { ScanMany } from '../scan/scan-many.js'
import { useScanList } from '../scan/use-scan-list.js'
import { useBulkDevices } from '../use-bulk-devices.js'
import { type Asked, useDeviceActions } from '../use-device-actions.js'
import type { DevicesAddress } from '../use-devices-address.js'

interface DevicesScreenProps {
  address: DevicesAddress
  /** Audit history of a device. The route passes it as a prop, because the history belongs to another feature. */
  history: (id: number) => ReactNode
  /** A device's last return and the button for a new return. The route passes it as a prop, too. */
  returnOf: (device: Device) => ReactNode
  /** Returns the URL of a vehicle's page. Absent if the user is not allowed to see that page. */
  entityPath?: (id: number) => string
}

/**
 * Lists the trackers in the user's businesses, with the ways to register them, attach them to vehicles, link them to enterprises
 * and update them (R-187, D.16).
 */
export function DevicesScreen({ address, history, returnOf, entityPath }: DevicesScreenProps) {
  const [asked, setAsked] = useState<Asked>()
  const [registered, setRegistered] = useState<readonly string[]>()
  const scanList = useScanList()
  const actionsOf = useDeviceActions({
    onOpen: ({ id }) => address.open(id),
    onEdit: ({ id }) => address.edit(id),
    onAsk: setAsked,
  })
  const { view, dialog, form } = address
  const close = () => setAsked(undefined)
  return (
    <>
      {isRegisteredView(view) && (
        <DeviceTable
          key={view}
          view={view}
          onOpen={({ id }) => address.open(id)}
          openId={(dialog ?? form) ? undefined : address.openId}
          actionsOf={actionsOf}
          onLink={(devices) => setAsked({ what: 'link', devices })}
        />
      )}
      <OtherViews address={address} onRegisterMany={setRegistered} />
      <DevicePanel
        id={(dialog ?? form) ? undefined : address.openId}
        tab={address.tab}
        onTab={address.setTab}
        onClose={address.close}
        actionsOf={(device) => actionsOf(device).slice(1)}
        history={history}
        returnOf={returnOf}
        entityPath={entityPath}
      />
      {form && (
        <DeviceFormDrawer
          {...form}
          identity={address.identity}
          onClaim={({ id }) => address.goToClaim(id)}
          onClose={address.closeForm}
        />
      )}
      {dialog === 'link:devices' && <LinkDialog onClose={address.closeForm} />}
      {dialog === 'scan:devices' && <ScanMany list={scanList} onClose={address.closeForm} />}
      {dialog === 'import:devices' && <ImportDialog onClose={address.closeForm} />}
      {registered && <RegisterDialog imeis={registered} onClose={() => setRegistered(undefined)} />}
      {asked?.what === 'link' && <LinkDialog devices={asked.devices} onClose={close} />}
      {asked?.what === 'attach' && <AttachDialog device={asked.device} onClose={close} />}
      {asked?.what === 'detach' && <DetachDialog device={asked.device} onClose={close} />}
      {asked?.what === 'delete' && (
        <DeleteDialog
          device={asked.device}
          onClose={(isGone) => {
            close()
            if (isGone) address.close()
          }}
        />
      )}
    </>
  )
}

interface OtherViewsProps {
  address: DevicesAddress
  onRegisterMany: (imeis: readonly string[]) => void
}

/** Shows the views that do not list registered trackers: unregistered trackers, waiting registrations and deliveries. */
function OtherViews({ address, onRegisterMany }: OtherViewsProps) {
  if (address.view === 'unknown') return <UnknownTable onRegister={address.create} onRegisterMany={onRegisterMany} />
  if (address.view === 'waiting') return <WaitingView address={address} />
  return address.view === 'deliveries' && <DeliveriesView address={address} />
}

interface DeviceTableProps {
  view: RegisteredView
  onOpen: (device: Device) => void
  openId: number | undefined
  actionsOf: (device: Device) => readonly RowAction[]
  onLink: (devices: readonly Device[]) => void
}

/** Lists the registered trackers of a view, with search, filters, sorting, selection and CSV export. */
function DeviceTable({ view, onOpen, openId, actionsOf, onLink }: DeviceTableProps) {
  const { t } = useTranslation('devices')
  const filters = useMemo(() => filtersIn(view), [view])
  const bulkActions = useBulkDevices(view, onLink)
  return (
    <ListTable
      {...devices}
      source={devicesIn(view)}
      filters={filters}
      nothing={{ title: t(`nothing.${view}.title`), text: t(`nothing.${view}.text`) }}
      onOpen={view === 'deleted' ? undefined : onOpen}
      openId={openId}
      actionsOf={actionsOf}
      bulkActions={bulkActions}
    />
  )
}

/** Returns the filters of a view, except those that the view already applies. */
function filtersIn(view: RegisteredView) {
  if (view === 'all' || view === 'drift' || view === 'doubted') return devices.filters
  return { ...devices.filters, state: undefined, ...(view === 'silent' && { connection: undefined }) }
}

interface UnknownTableProps {
  /** Opens the form, filled in with the identity that the tracker sent. */
  onRegister: (identity: string) => void
  onRegisterMany: (imeis: readonly string[]) => void
}

/** Lists unregistered trackers that contacted the gateway, with the data they sent and the action to register them. */
function UnknownTable({ onRegister, onRegisterMany }: UnknownTableProps) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const disabledBecause = useMissingRight('manage:devices')
  const bulkActions: readonly BulkAction<UnknownDevice>[] = [
    {
      key: 'register',
      label: t('unknown.register'),
      icon: Plus,
      disabledBecause,
      hand: (rows) => {
        const imeis = rows.map(({ imei }) => imei).filter(isImei)
        if (imeis.length > 0) onRegisterMany(imeis)
        else notify.warning(t('unknown.noImei'))
      },
    },
  ]
  const actionsOf = ({ imei }: UnknownDevice): RowAction[] => [
    { label: t('unknown.register'), icon: Plus, disabledBecause, onAct: () => onRegister(imei) },
  ]
  return (
    <ListTable
      {...unknownDevices}
      label={t('views.unknown')}
      searchLabel={t('unknown.search')}
      nothing={{ title: t('nothing.unknown.title'), text: t('nothing.unknown.text') }}
      onOpen={disabledBecause === undefined ? ({ imei }) => onRegister(imei) : undefined}
      actionsOf={actionsOf}
      bulkActions={bulkActions}
    />
  )
}
