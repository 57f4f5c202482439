import { useState, type ReactNode } from 'react'
import type { Device, RegisteredView } from '../device.js'
import { AttachDialog } from '../dialogs/attach-dialog.js'
import { DeleteDialog } from '../dialogs/delete-dialog.js'
import { DetachDialog } from '../dialogs/detach-dialog.js'
import { DeviceFormDrawer } from '../dialogs/device-form-drawer.js'
import { LinkDialog } from '../dialogs/link-dialog.js'
import { RegisterDialog } from '../dialogs/register-dialog.js'
import { ImportDialog } from '../import/import-dialog.js'
import { DevicePanel } from '../panel/device-panel.js'
import { ScanMany } from '../scan/scan-many.js'
import { useScanList } from '../scan/use-scan-list.js'
import { type Asked, useDeviceActions } from '../use-device-actions.js'
import type { DevicesAddress } from '../use-devices-address.js'
import { DeviceTable } from './device-table.js'
import { UnknownTable } from './unknown-table.js'

interface DevicesScreenProps {
  address: DevicesAddress
  /** Who changed what about a device; of another feature, so the route brings it. */
  history: (id: number) => ReactNode
  /** Its last return, and the way to send it back; of another feature, too. */
  returnOf: (device: Device) => ReactNode
  /** Address of a vehicle's page; absent where this user may not see it. */
  entityPath?: (id: number) => string
}

/** The trackers of the scope: found, registered, put on vehicles, given to enterprises, kept up to date (R-187, D.16). */
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
      {view === 'unknown' ? (
        <UnknownTable onRegister={address.create} onRegisterMany={setRegistered} />
      ) : (
        <DeviceTable
          key={view}
          view={view satisfies RegisteredView}
          onOpen={({ id }) => address.open(id)}
          actionsOf={actionsOf}
          onLink={(devices) => setAsked({ what: 'link', devices })}
        />
      )}
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
      {form && <DeviceFormDrawer {...form} identity={address.identity} onClose={address.closeForm} />}
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
