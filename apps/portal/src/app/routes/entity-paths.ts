import type { EntityPaths } from '../../features/entities/index.js'
import { importHistoryOf, liveTestOf, onMap, PATHS } from '../../lib/paths.js'

/**
 * Returns the URLs of a vehicle's record and, if permitted, of its place on the map, its tracker's live test and its
 * installation, and of the import of its earlier rides.
 */
export const entityPaths = (hasMap: boolean, mayInstall: boolean, mayImport: boolean): EntityPaths => ({
  page: ({ id }) => `${PATHS.entities}/${id}`,
  ...(hasMap && { map: onMap, logbook: ({ id }: { id: number }) => `${PATHS.trips}?view=logbook&entity=${id}` }),
  ...(mayImport && { importHistory: ({ id }: { id: number }) => importHistoryOf(id) }),
  ...(mayInstall && {
    liveTest: liveTestOf,
    install: (imei) => `${PATHS.installDevices}?imei=${imei}`,
  }),
})
