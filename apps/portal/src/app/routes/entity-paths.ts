import type { EntityPaths } from '../../features/entities/index.js'
import { pathOf } from '../paths.js'

/** Where a vehicle's record is, and, for who may see it, where it is on the map. */
export const entityPaths = (hasMap: boolean): EntityPaths => ({
  page: ({ id }) => `${pathOf('entity')}/${id}`,
  ...(hasMap && {
    map: ({ id, imei }) => (imei ? `${pathOf('map')}/${imei}` : `${pathOf('map')}?entity=${id}`),
  }),
})
