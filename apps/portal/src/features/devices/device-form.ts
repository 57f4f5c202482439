import { readUtcOffset, SPEED_UNITS } from '@roadbook/contracts'
import { writtenIccid, writtenImei } from '@roadbook/contracts/written-imei'
import { isTrackerId } from '@roadbook/contracts/written-tracker-id'
import { z } from 'zod'
import type { components } from '../../lib/api/schema.js'
import { formatUtcOffset } from '../../lib/format/utc-offset.js'
import { isImei, type Device } from './device.js'
import { imeiKey } from './imei-words.js'

const line = (most: number) => z.string().trim().max(most, 'form.errors.tooLong')
const matching = (pattern: Pick<RegExp, 'test'>, message: string) => (text: z.ZodString) =>
  text.refine((value) => value === '' || pattern.test(value), message)
const CRC = matching(/^[0-9A-Fa-f]+$/, 'form.errors.crc')
const NETWORK = matching(/^[0-9A-Fa-f.:]+(\/\d{1,3})?$/, 'form.errors.sourceNetwork')
const FINGERPRINT = matching(/^[0-9A-Fa-f]{2}(:?[0-9A-Fa-f]{2}){31}$/, 'form.errors.clientCertificate')
const isOffset = (text: string) => text === '' || readUtcOffset(text) !== undefined
const TRACKER_ID = matching({ test: isTrackerId }, 'form.errors.trackerId')

/**
 * Accepts an IMEI in any notation that people and spreadsheets use. An unreadable IMEI gets an error message with the reason.
 */
const IMEI = z
  .string()
  .transform((text) => {
    const read = writtenImei(text)
    return read.fault === undefined ? read.imei : text.trim()
  })
  .pipe(
    z
      .string()
      .min(1, 'form.errors.imei')
      .superRefine((text, context) => {
        const read = writtenImei(text)
        if (text !== '' && read.fault !== undefined) context.addIssue({ code: 'custom', message: imeiKey(read) })
      }),
  )
const ICCID = z
  .string()
  .transform((text) => {
    const read = writtenIccid(text)
    return read.fault === undefined ? read.iccid : text.trim()
  })
  .pipe(
    z.string().superRefine((text, context) => {
      const { fault } = writtenIccid(text)
      if (text !== '' && fault) context.addIssue({ code: 'custom', message: iccidKey(fault) })
    }),
  )
export const iccidKey = (fault: string) => (fault === 'digits' ? 'form.errors.iccid' : 'form.errors.iccidShortened')

/** Makes the same checks as the API. Each message is a key of `devices.json`. */
export const deviceFormSchema = z.object({
  imei: IMEI,
  title: line(100),
  description: line(500),
  model: line(100),
  iccid: ICCID,
  firmware_version: line(100),
  settings_crc: CRC(line(16)),
  tracker_id: TRACKER_ID(line(20)),
  utc_offset_minutes: line(20).refine(isOffset, 'form.errors.utcOffset'),
  speed_unit: z.enum(['', ...SPEED_UNITS]),
  bound_protocol: line(40),
  source_network: NETWORK(line(43)),
  client_certificate: FINGERPRINT(line(95)),
  business_id: z.number().nullable(),
  returned: z.boolean(),
})

export type DeviceForm = z.infer<typeof deviceFormSchema>
const PINS = ['bound_protocol', 'source_network', 'client_certificate'] as const
const TEXT_FIELDS = ['title', 'description', 'model', 'iccid', 'firmware_version', 'settings_crc', 'tracker_id', ...PINS] as const

/** @param identity the identity that an unregistered tracker sent: its IMEI or another name */
export const emptyForm = (businessId: number | null, identity = ''): DeviceForm => ({
  imei: isImei(identity) ? identity : '',
  title: '',
  description: '',
  model: '',
  iccid: '',
  firmware_version: '',
  settings_crc: '',
  tracker_id: isImei(identity) ? '' : identity,
  utc_offset_minutes: '',
  speed_unit: '',
  bound_protocol: '',
  source_network: '',
  client_certificate: '',
  business_id: businessId,
  returned: false,
})

export const toForm = (device: Device): DeviceForm => ({
  imei: device.imei,
  title: device.title ?? '',
  description: device.description ?? '',
  model: device.model ?? '',
  iccid: device.iccid ?? '',
  firmware_version: device.firmware_version ?? '',
  settings_crc: device.settings_crc ?? '',
  tracker_id: device.tracker_id ?? '',
  utc_offset_minutes: device.utc_offset_minutes === null ? '' : formatUtcOffset(device.utc_offset_minutes),
  speed_unit: device.speed_unit ?? '',
  bound_protocol: device.bound_protocol ?? '',
  source_network: device.source_network ?? '',
  client_certificate: device.client_certificate ?? '',
  business_id: device.business_id,
  returned: device.returned_at !== null,
})

const texts = (form: DeviceForm) => ({
  ...Object.fromEntries(TEXT_FIELDS.map((name) => [name, form[name] || null])),
  utc_offset_minutes: readUtcOffset(form.utc_offset_minutes) ?? null,
  speed_unit: form.speed_unit || null,
})

export const toCreate = (form: DeviceForm): components['schemas']['CreateDevice'] => ({
  imei: form.imei,
  ...texts(form),
  business_id: form.business_id,
})

/** The fields that are stored with a registration while it waits for proof of possession (G-109). */
const CLAIMED = ['title', 'description', 'model', 'iccid'] as const
export const toClaim = (form: DeviceForm): components['schemas']['CreateDeviceClaim'] => ({
  imei: form.imei,
  ...Object.fromEntries(CLAIMED.map((name) => [name, form[name] || null])),
  business_id: form.business_id,
})
/** Returns true if only fields that are stored with a waiting registration were filled in. */
export const isClaimedWhole = (form: DeviceForm): boolean =>
  [...TEXT_FIELDS, 'utc_offset_minutes' as const, 'speed_unit' as const].every(
    (name) => form[name] === '' || CLAIMED.some((claimed) => claimed === name),
  )

/** Converts the form into the request body. Omits the ICCID if a linked SIM provides it. */
export const toUpdate = (form: DeviceForm, device: Device): components['schemas']['UpdateDevice'] => {
  const { iccid, ...others }: ReturnType<typeof texts> & { iccid?: string | null } = texts(form)
  return { imei: device.imei, ...others, ...(device.sim_id === null && { iccid }), returned: form.returned }
}
