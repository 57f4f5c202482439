import Bowser from 'bowser'
import { DEVICE_KINDS, type DeviceKind } from './dto/account-security.dto.js'

/** Returns browser, system and kind of device from a user agent, in words that the device's owner knows. */
export function deviceOf(userAgent: string): { browser: string | null; system: string | null; device: DeviceKind } {
  if (userAgent === '') return { browser: null, system: null, device: 'other' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const device = DEVICE_KINDS.find((kind) => kind === platform.type) ?? 'other'
  return { browser: browser.name || null, system: os.name || null, device }
}
