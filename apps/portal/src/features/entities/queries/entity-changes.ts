import { useReread } from '../../../components/notifications/use-change.js'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import { once, unchanged } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import type { Entity } from '../entity.js'
import { ENTITIES_KEY } from './entity-queries.js'

export type CreateEntity = components['schemas']['CreateEntity']
export type UpdateEntity = components['schemas']['UpdateEntity']
export type LinkAnswer = components['schemas']['LinkResult']

const at = (id: number) => ({ params: { path: { id } } })

/** Writes for vehicles. Each resolves to the API's response, or fails with its message. */
export const changes = {
  /** Creates a vehicle. With the same key, a repeated request creates no second one. */
  create: ({ body, key }: { body: CreateEntity; key: string }) =>
    dataOf(api.POST('/api/v1/entities', { params: { header: once(key) }, body })),
  /** Fails if the vehicle has changed since it was read, so that another user's change is not overwritten. */
  update: ({ entity, body }: { entity: Entity; body: UpdateEntity }) => {
    const params = { path: { id: entity.id }, header: unchanged(entity) }
    return dataOf(api.PUT('/api/v1/entities/{id}', { params, body }))
  },
  /** Moves vehicles to another business. */
  link: ({ to, ids }: { to: number; ids: number[] }): Promise<LinkAnswer> => {
    const call = { params: { path: { id: to } }, body: { entities: ids } }
    return dataOf(api.PUT('/api/v1/businesses/{id}/link/entities', call))
  },
  /** Installs a tracker on a vehicle without one. */
  install: async ({ body, key }: { body: { entity_id: number; imei: string }; key: string }) =>
    unwrap(api.POST('/api/v1/entities/install-device', { params: { header: once(key) }, body })),
  remove: async (id: number) => unwrap(api.DELETE('/api/v1/entities/{id}', at(id))),
  restore: (id: number) => dataOf(api.PUT('/api/v1/entities/{id}/restore', at(id))),
}

/** Reads again all data that depends on vehicles, including audit history, missing cases and the fleet on the map. */
export const useEntitiesChanged = () => useReread(ENTITIES_KEY, 'audit', 'fleet', 'missing')
