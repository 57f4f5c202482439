import { useChange, useReread, type ChangeCallbacks } from '../../../components/notifications/use-change.js'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import { once, unchanged } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import { BUSINESSES_KEY } from '../../../lib/businesses/business-tree-query.js'
import type { Device } from '../device.js'
import { DEVICES_KEY } from './device-queries.js'

type Schemas = components['schemas']
export type DeviceImport = Schemas['DeviceImport']
export type DeviceLinkResult = Schemas['DeviceLinkResult']
export type DeviceUpdate = Schemas['DeviceUpdate']
type Update = DeviceUpdate
type Sim = Schemas['Sim']

const withId = (id: number) => ({ path: { id } })

/**
 * Writes for devices. Each resolves to the API's response, or fails with its message. If a write is repeated with the
 * same `key`, the API carries it out only once.
 */
export const changes = {
  create: (body: Schemas['CreateDevice'], key: string) =>
    dataOf(api.POST('/api/v1/devices', { params: { header: once(key) }, body })),
  /** Fails if the device has changed since it was read, so that another user's change is not overwritten. */
  update: ({ device, body }: { device: Device; body: Schemas['UpdateDevice'] }) => {
    const params = { ...withId(device.id), header: unchanged(device) }
    return dataOf(api.PUT('/api/v1/devices/{id}', { params, body }))
  },
  remove: (id: number) => unwrap(api.DELETE('/api/v1/devices/{id}', { params: withId(id) })),
  restore: (id: number) => dataOf(api.PUT('/api/v1/devices/{id}/restore', { params: withId(id) })),
  attach: ({ id, entityId }: { id: number; entityId: number }, key: string) => {
    const params = { ...withId(id), header: once(key) }
    return dataOf(api.POST('/api/v1/devices/{id}/attach', { params, body: { entity_id: entityId } }))
  },
  detach: ({ id, reason, returned }: { id: number; reason: string; returned: boolean }, key: string) => {
    const params = { ...withId(id), header: once(key) }
    return dataOf(api.POST('/api/v1/devices/{id}/detach', { params, body: { reason, returned } }))
  },
  link: (body: Schemas['LinkToEnterprise'], key: string) =>
    dataOf(api.POST('/api/v1/devices/link-to-enterprise', { params: { header: once(key) }, body })),
  import: (body: Schemas['ImportDevices'], key: string) =>
    dataOf(api.POST('/api/v1/devices/imports', { params: { header: once(key) }, body })),
  rollBack: (id: number, key: string) =>
    dataOf(api.POST('/api/v1/devices/imports/{id}/rollback', { params: { ...withId(id), header: once(key) } })),
  addSim: (body: Schemas['WriteSim'], key: string) => dataOf(api.POST('/api/v1/sims', { params: { header: once(key) }, body })),
  updateSim: ({ sim, body }: { sim: Sim; body: Partial<Schemas['WriteSim']> }) => {
    const params = { ...withId(sim.id), header: unchanged(sim) }
    return dataOf(api.PUT('/api/v1/sims/{id}', { params, body: { iccid: sim.iccid, ...body } }))
  },
  askUpdate: (body: Schemas['CreateDeviceUpdate'], key: string) =>
    dataOf(api.POST('/api/v1/device-updates', { params: { header: once(key) }, body })),
  moveUpdate: ({ id, ...body }: { id: number; state: Update['state']; failure?: string }) =>
    dataOf(api.PUT('/api/v1/device-updates/{id}', { params: withId(id), body })),
  takeBackUpdate: (id: number) => unwrap(api.DELETE('/api/v1/device-updates/{id}', { params: withId(id) })),
  send: ({ id, text }: { id: number; text: string }, key: string) =>
    dataOf(api.POST('/api/v1/devices/{id}/commands', { params: { ...withId(id), header: once(key) }, body: { text } })),
  /** Confirms that the sender is the tracker (see `DoubtedSender`). */
  acceptSender: ({ id, senderId }: { id: number; senderId: number }) =>
    unwrap(api.PUT('/api/v1/devices/{id}/doubted-senders/{senderId}/accept', { params: { path: { id, senderId } } })),
  /** Confirms that the sender is not the tracker. */
  refuseSender: ({ id, senderId }: { id: number; senderId: number }) =>
    unwrap(api.PUT('/api/v1/devices/{id}/doubted-senders/{senderId}/refuse', { params: { path: { id, senderId } } })),
  cancel: ({ id, commandId }: { id: number; commandId: number }) =>
    unwrap(api.DELETE('/api/v1/devices/{id}/commands/{commandId}', { params: { path: { id, commandId } } })),
  locate: (entityId: number) => dataOf(api.PUT('/api/v1/entities/{id}/commands/locate', { params: withId(entityId) })),
}

/** Reads again all data that depends on devices, including audit history, businesses' counts and badges. */
export const useDevicesChanged = () => useReread(DEVICES_KEY, 'audit', BUSINESSES_KEY, 'entities', ['dashboard', 'badges'])

/**
 * Runs one of the {@link changes}, then reads again all data that depends on devices. Sending the same body again counts as
 * the same write.
 */
export const useDeviceChange = <Wanted, Answer>(
  change: (wanted: Wanted, key: string) => Promise<Answer>,
  told?: ChangeCallbacks<Wanted, Answer>,
) => useChange(change, useDevicesChanged(), told)
