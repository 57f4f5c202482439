import { useScreenAddress } from '../../lib/screen-address.js'
import { DEVICE_VIEWS } from './device.js'

export const PANEL_TABS = ['details', 'installations', 'sim', 'updates', 'messages', 'commands', 'history'] as const
export type PanelTab = (typeof PANEL_TABS)[number]

export type DevicesAddress = ReturnType<typeof useDevicesAddress>

/** What the address says of the devices screen. */
export function useDevicesAddress() {
  const address = useScreenAddress({
    row: 'device',
    views: DEVICE_VIEWS,
    tabs: PANEL_TABS,
    dialogs: ['link:devices', 'import:devices', 'scan:devices'],
    begins: ['identity'],
  })
  return {
    ...address,
    /** What the tracker that is to be registered calls itself, where it knocked already. */
    identity: address.text('identity'),
    create: (identity?: string) => address.create({ identity }),
  }
}
