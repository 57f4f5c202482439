import { useScreenAddress } from '../../lib/screen-address.js'
import { useIsSuperAdmin } from '../../lib/session/session.js'
import { DEVICE_VIEWS, type DeviceView, SUPER_ADMIN_VIEWS } from './device.js'

export const PANEL_TABS = ['details', 'installations', 'sim', 'updates', 'messages', 'commands', 'history'] as const
export type PanelTab = (typeof PANEL_TABS)[number]

const DIALOGS = ['link:devices', 'import:devices', 'scan:devices', 'deliver:devices', 'import:deliveries'] as const

export type DevicesAddress = ReturnType<typeof useDevicesAddress>

/** Reads the state of the devices screen from the URL. */
export function useDevicesAddress() {
  const views = useIsSuperAdmin() ? SUPER_ADMIN_VIEWS : DEVICE_VIEWS
  const address = useScreenAddress<DeviceView, PanelTab, (typeof DIALOGS)[number]>({
    row: 'device',
    views,
    tabs: PANEL_TABS,
    dialogs: DIALOGS,
    begins: ['identity'],
  })
  return {
    ...address,
    /** Views that this user may see. */
    views,
    /** Identity that the tracker to be registered sent, if the tracker has contacted the gateway already. */
    identity: address.text('identity'),
    create: (identity?: string) => address.create({ identity }),
    /** Waiting registration whose panel is open. */
    claimId: address.id('claim'),
    openClaim: (id: number) => address.change({ claim: id }),
    /** Opens the panel of a waiting registration from another view. */
    goToClaim: (id: number) => address.goTo({ view: 'waiting', claim: id }),
    closeClaim: () => address.change({ claim: undefined }),
  }
}
