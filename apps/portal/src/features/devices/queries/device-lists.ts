import { api, unwrap } from '../../../lib/api/api-client.js'
import { csvFile, type ListSource } from '../../../table/index.js'
import { CONDITIONS_OF, type Device, type RegisteredView, type UnknownDevice } from '../device.js'
import { DEVICES_KEY } from './device-queries.js'

/** The registered devices of a view. */
export function deviceList(view: RegisteredView, timeZone: string): ListSource<Device> {
  const narrowed = (searchFields?: string) => {
    const all = [...CONDITIONS_OF[view], ...(searchFields ? [searchFields] : [])]
    return all.length > 0 ? { searchFields: all.join(';'), searchJoin: 'and' as const } : {}
  }
  return {
    key: [DEVICES_KEY, 'list', view],
    idOf: ({ id }) => id,
    nameOf: ({ imei, title }) => title ?? imei,
    fetchPage: ({ searchFields, ...criteria }, signal) => {
      const query = { ...criteria, ...narrowed(searchFields), orderBy: criteria.orderBy as 'created_at' }
      return unwrap(api.GET('/api/v1/devices', { params: { query }, signal }))
    },
    fetchCsv: ({ page: _page, limit: _limit, searchFields: wanted, ...criteria }, columns, ids) =>
      csvFile(
        (searchFields) => {
          const query = {
            ...criteria,
            ...narrowed(searchFields),
            ...{ orderBy: criteria.orderBy as 'created_at', format: 'csv' as const },
            ...{ columns: columns.join(), tz: timeZone },
          }
          return unwrap(api.GET('/api/v1/devices', { params: { query }, parseAs: 'text' }))
        },
        wanted,
        ids,
      ),
    csvName: 'devices.csv',
    mailCsv: ({ page: _page, limit: _limit, searchFields, ...criteria }, columns) => {
      const shown = { orderBy: criteria.orderBy as 'created_at', columns: columns.join(), tz: timeZone }
      return unwrap(api.POST('/api/v1/devices/csv', { params: { query: { ...criteria, ...narrowed(searchFields), ...shown } } }))
    },
  }
}

/** Trackers that knocked and that nobody has registered. */
export const unknownDeviceList: ListSource<UnknownDevice> = {
  key: [DEVICES_KEY, 'unknown'],
  idOf: ({ imei }) => imei,
  nameOf: ({ imei }) => imei,
  fetchPage: (criteria, signal) => {
    const query = { ...criteria, orderBy: criteria.orderBy as 'created_at' }
    return unwrap(api.GET('/api/v1/devices/unknown', { params: { query }, signal }))
  },
}
