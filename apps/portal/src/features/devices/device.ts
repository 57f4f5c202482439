import type { components } from '../../lib/api/schema.js'

type Schemas = components['schemas']
/** A tracker as those who keep trackers see it. */
export type Device = Schemas['Device']
/** Who claims to be a tracker and was not believed (G-105). */
export type DoubtedSender = Schemas['DoubtedSender']
/** A tracker that knocked and that nobody has registered. */
export type UnknownDevice = Schemas['UnknownDevice']

/** Views of the list, named in the address (D.16). */
export const DEVICE_VIEWS = ['all', 'free', 'installed', 'silent', 'returned', 'drift', 'doubted', 'unknown', 'deleted'] as const
export type DeviceView = (typeof DEVICE_VIEWS)[number]
/** Views of registered devices. */
export type RegisteredView = Exclude<DeviceView, 'unknown'>

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
export const STATES = ['free', 'installed', 'returned'] as const

const IMEI = /^\d{15}$/
export const isImei = (text: string): boolean => IMEI.test(text)
