import type { DeviceInformation } from '../protocol.js'
import { textOf } from './attributes.js'

const GBK = new TextDecoder('gbk')

/** Decodes text of the standard. It is encoded in GBK and padded with zeros. */
export const gbkOf = (bytes: Buffer): string => GBK.decode(bytes).replace(/\0/g, '').trim()

/**
 * Reads a registration. Fields with their length in bytes: province 2 · city 2 · maker 5 (2019: 11) ·
 * model 8 (2011), 20 (2013) or 30 (2019) · terminal id 7 (2019: 30) · colour 1 · plate.
 */
export function readRegistration(body: Buffer, is2019: boolean): DeviceInformation {
  const from = is2019 ? 15 : 9
  const length = is2019 ? 30 : body.length >= 37 ? 20 : 8
  const model = textOf(body.subarray(from, from + length))
  return model === '' ? {} : { model }
}

/**
 * Reads 0x0107. Fields with their length in bytes (in brackets the length in the edition of 2019): type 2 · maker 5 (11) ·
 * model 20 (30) · terminal id 7 (30) · ICCID 10 · length 1 · hardware · length 1 · firmware.
 */
export function readAttributes(body: Buffer, is2019: boolean): DeviceInformation {
  const from = is2019 ? 13 : 7
  const iccidAt = from + (is2019 ? 60 : 27)
  const information: DeviceInformation = {}
  const model = textOf(body.subarray(from, from + (is2019 ? 30 : 20)))
  if (model !== '') information.model = model
  const iccid = body.toString('hex', iccidAt, iccidAt + 10).replace(/f+$/, '')
  if (/^\d*[1-9]\d*$/.test(iccid)) information.iccid = iccid
  const firmwareAt = iccidAt + 11 + (body[iccidAt + 10] ?? 0)
  const firmware = textOf(body.subarray(firmwareAt + 1, firmwareAt + 1 + (body[firmwareAt] ?? 0)))
  if (firmware !== '') information.firmware = firmware
  return information
}

/**
 * Reads an authentication. Fields in 2019 with their length in bytes: length 1 · code · IMEI 15 · firmware 20. Earlier
 * editions send only the code.
 */
export function readAuthentication(body: Buffer, is2019: boolean): DeviceInformation {
  if (!is2019 || body.length < 1) return {}
  const at = 1 + body[0]! + 15
  const firmware = textOf(body.subarray(at, at + 20))
  return firmware === '' ? {} : { firmware }
}
