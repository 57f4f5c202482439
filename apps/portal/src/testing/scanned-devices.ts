import type { Answer } from './api-stub.js'

/** Tracker without a vehicle. */
export const FREE_IMEI = '352625698104211'
/** Tracker mounted on Cargo 042. */
export const MOUNTED_IMEI = '356307042441013'
/** Unregistered tracker. */
export const STRANGE_IMEI = '356307042441021'

const free = {
  id: 7,
  imei: FREE_IMEI,
  model: 'FMC920',
  business_name: 'Domstad Mobiliteit',
  firmware_version: null,
  last_seen: null,
  location_hidden: false,
  entity_id: null,
  entity_name: null,
  blocked: null,
  blocked_message: null,
}
const mounted = { ...free, id: 8, imei: MOUNTED_IMEI, entity_id: 42, entity_name: 'Cargo 042', blocked: 'installed' }

/** Answers of the tracker look-up by digits, with one free tracker and one on a vehicle. */
export const deviceSearch: Record<string, Answer> = {
  'GET /api/v1/search/devices': (request: Request) => {
    const imei = new URL(request.url).searchParams.get('query')
    const devices = [free, mounted].filter((one) => one.imei === imei)
    return { data: { devices, meta: { digits_missing: 0, message: null } } }
  },
}
