import type { EntityPaths } from '../../features/entities/index.js'
import { pathOf } from '../paths.js'

/** Where a vehicle's record is, and, for who may see them, where it is on the map, its tracker’s live test and installation. */
export const entityPaths = (hasMap: boolean, mayInstall: boolean): EntityPaths => ({
  page: ({ id }) => `${pathOf('entity')}/${id}`,
  ...(hasMap && {
    map: ({ id, imei }) => (imei ? `${pathOf('map')}/${imei}` : `${pathOf('map')}?entity=${id}`),
  }),
  ...(mayInstall && {
    liveTest: (imei) => `${pathOf('installDevices')}?tab=status&imei=${imei}`,
    install: (imei) => `${pathOf('installDevices')}?imei=${imei}`,
  }),
})
