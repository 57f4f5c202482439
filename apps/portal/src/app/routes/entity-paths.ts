import type { EntityPaths } from '../../features/entities/index.js'
import { liveTestOf, onMap, PATHS } from '../../lib/paths.js'

/**
 * Returns the URLs of a vehicle's record and, if permitted, of its place on the map, its tracker's live test and its
 * installation.
 */
export const entityPaths = (hasMap: boolean, mayInstall: boolean): EntityPaths => ({
  page: ({ id }) => `${PATHS.entities}/${id}`,
  ...(hasMap && { map: onMap, logbook: ({ id }: { id: number }) => `${PATHS.trips}?view=logbook&entity=${id}` }),
  ...(mayInstall && {
    liveTest: liveTestOf,
    install: (imei) => `${PATHS.installDevices}?imei=${imei}`,
  }),
})
