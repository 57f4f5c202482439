import type { Heard } from '../../map/connection-chip.js'
import type { components } from '../../lib/api/schema.js'

type Schemas = components['schemas']
/** A tracker as those who keep trackers see it. */
export type Device = Schemas['Device']
/** Who claims to be a tracker and was not believed (G-105). */
export type DoubtedSender = Schemas['DoubtedSender']
/** A tracker that knocked and that nobody has registered. */
export type UnknownDevice = Schemas['UnknownDevice']

/** An IMEI that waits to be registered until possession of its tracker is shown (G-109). */
export type DeviceClaim = Schemas['DeviceClaim']
/** That a tracker was sent to a business, which may register it without showing more (G-109). */
export type DeviceDelivery = Schemas['DeviceDelivery']

/** Views of the list, named in the address (D.16). */
const KEPT_VIEWS = ['all', 'free', 'installed', 'silent', 'returned', 'drift', 'doubted'] as const
const REGISTERED_VIEWS = [...KEPT_VIEWS, 'deleted'] as const
export const DEVICE_VIEWS = [...KEPT_VIEWS, 'unknown', 'waiting', 'deleted'] as const
/** What was delivered is for super admins to see and to write down. */
export const SUPER_ADMIN_VIEWS = [...DEVICE_VIEWS, 'deliveries'] as const
export type DeviceView = (typeof SUPER_ADMIN_VIEWS)[number]
/** Views of registered devices. */
export type RegisteredView = (typeof REGISTERED_VIEWS)[number]
export const isRegisteredView = (view: DeviceView): view is RegisteredView => REGISTERED_VIEWS.some((one) => one === view)

/** What each view asks of the API, as conditions of its `searchFields`. */
export const CONDITIONS_OF: Readonly<Record<RegisteredView, readonly string[]>> = {
  all: [],
  free: ['state:infree'],
  installed: ['state:ininstalled'],
  silent: ['state:ininstalled', 'connection:insilent'],
  returned: ['state:inreturned'],
  drift: ['firmware_drift:=true'],
  doubted: ['has_doubted_senders:=true'],
  deleted: ['state:indeleted'],
}

export const CONNECTIONS = ['live', 'today', 'sleeping', 'silent', 'never'] as const
/** The same in the words of every list; the API says "today" of what was heard within 24 hours. */
export const heardOf = (connection: Device['connection']): Heard => (connection === 'today' ? 'reported' : connection)
export const STATES = ['free', 'installed', 'returned'] as const
export const CLAIM_STATES = ['waiting', 'shown', 'registered', 'refused', 'withdrawn'] as const satisfies DeviceClaim['state'][]

/** Whether something is still to be decided about it. */
export const isOpen = ({ state }: DeviceClaim): boolean => state === 'waiting' || state === 'shown'
/** Whether possession is being shown just now. */
export const isBeingShown = ({ challenge }: DeviceClaim): boolean => challenge === 'off' || challenge === 'on'

const IMEI = /^\d{15}$/
export const isImei = (text: string): boolean => IMEI.test(text)

/** What stands where no time is told: one that was heard all the same is on a vehicle whose times are hidden. */
export const unseenWord = ({ connection }: Device) => (connection === 'never' ? 'map:connection.never' : 'map:hidden.short')
