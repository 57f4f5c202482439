import { useSearchParams } from 'react-router'
import { DEVICE_VIEWS, type DeviceView } from './device.js'

export const PANEL_TABS = ['details', 'installations', 'sim', 'updates', 'messages', 'commands', 'history'] as const
export type PanelTab = (typeof PANEL_TABS)[number]

const DIALOGS = ['create:device', 'edit:device', 'link:devices', 'import:devices', 'scan:devices'] as const
type DevicesDialog = (typeof DIALOGS)[number]

export interface DevicesAddress {
  view: DeviceView
  setView: (view: DeviceView) => void
  openId: number | undefined
  open: (id: number) => void
  close: () => void
  tab: PanelTab
  setTab: (tab: PanelTab) => void
  dialog: DevicesDialog | undefined
  /** What the tracker that is to be registered calls itself, where it knocked already. */
  identity: string | undefined
  create: (identity?: string) => void
  edit: (id: number) => void
  show: (dialog: 'link:devices' | 'import:devices' | 'scan:devices') => void
  closeDialog: () => void
}

const idOf = (text: string | null): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** What the address says of the devices screen (G-08): view, open device and tab, open dialog. Links and Back work by it. */
export function useDevicesAddress(): DevicesAddress {
  const [address, setAddress] = useSearchParams()
  const change = (values: Record<string, string | undefined>, replace = false) => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    setAddress(next, { replace })
  }
  const openId = idOf(address.get('device'))
  const dialog = DIALOGS.find((one) => one === address.get('dialog'))
  return {
    view: DEVICE_VIEWS.find((one) => one === address.get('view')) ?? 'all',
    setView: (next) => setAddress(next === 'all' ? {} : { view: next }),
    openId,
    open: (id) => change({ device: String(id), tab: undefined, dialog: undefined }),
    close: () => change({ device: undefined, tab: undefined, dialog: undefined }),
    tab: PANEL_TABS.find((one) => one === address.get('tab')) ?? 'details',
    setTab: (next) => change({ tab: next === 'details' ? undefined : next }, true),
    dialog: dialog === 'edit:device' && openId === undefined ? undefined : dialog,
    identity: address.get('identity') ?? undefined,
    create: (identity) => change({ dialog: 'create:device', identity, device: undefined, tab: undefined }),
    edit: (id) => change({ dialog: 'edit:device', device: String(id) }),
    show: (next) => change({ dialog: next }),
    closeDialog: () => change({ dialog: undefined, identity: undefined }),
  }
}
