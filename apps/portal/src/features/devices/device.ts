import type { ConnectionState } from '../../map/connection-chip.js'
import type { components } from '../../lib/api/schema.js'

type Schemas = components['schemas']
/** A tracker with the fields that device managers see. */
export type Device = Schemas['Device']
/** A sender that claims to be a tracker but was not trusted (G-105). */
export type DoubtedSender = Schemas['DoubtedSender']
/** An unregistered tracker that has contacted the gateway. */
export type UnknownDevice = Schemas['UnknownDevice']

/** A registration that waits for proof of possession of its tracker (G-109). */
export type DeviceClaim = Schemas['DeviceClaim']
/**
 * A record that a tracker was delivered to a business. That business may register the tracker without proof of possession
 * (G-109).
 */
export type DeviceDelivery = Schemas['DeviceDelivery']

/** Views of the list, with their names in the URL (D.16). */
const KEPT_VIEWS = ['all', 'free', 'installed', 'silent', 'returned', 'drift', 'doubted'] as const
const REGISTERED_VIEWS = [...KEPT_VIEWS, 'deleted'] as const
export const DEVICE_VIEWS = [...KEPT_VIEWS, 'unknown', 'waiting', 'deleted'] as const
/** Views for super admins, the only users who see and record deliveries. */
export const SUPER_ADMIN_VIEWS = [...DEVICE_VIEWS, 'deliveries'] as const
export type DeviceView = (typeof SUPER_ADMIN_VIEWS)[number]
/** Views of registered devices. */
export type RegisteredView = (typeof REGISTERED_VIEWS)[number]
export const isRegisteredView = (view: DeviceView): view is RegisteredView => REGISTERED_VIEWS.some((one) => one === view)

/** The API's `searchFields` conditions of each view. */
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
/**
 * Converts the device's connection to the state that the other lists show. The API's "today" means within the last 24 hours.
 */
export const connectionState = (connection: Device['connection']): ConnectionState =>
  connection === 'today' ? 'reported' : connection
export const STATES = ['free', 'installed', 'returned'] as const
export const CLAIM_STATES = ['waiting', 'shown', 'registered', 'refused', 'withdrawn'] as const satisfies DeviceClaim['state'][]

/** Returns true if the registration still needs a decision. */
export const isOpen = ({ state }: DeviceClaim): boolean => state === 'waiting' || state === 'shown'
/** Returns true while a challenge is running. A challenge is a test in which the owner shows that they have the tracker. */
export const isBeingShown = ({ challenge }: DeviceClaim): boolean => challenge === 'off' || challenge === 'on'

const IMEI = /^\d{15}$/
export const isImei = (text: string): boolean => IMEI.test(text)

/**
 * Key of the text that is shown in place of a missing time. If the device has reported and the time is nevertheless missing,
 * the device is on a vehicle whose times are hidden.
 */
export const unseenWord = ({ connection }: Device) => (connection === 'never' ? 'map:connection.never' : 'map:hidden.short')
