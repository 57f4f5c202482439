/** Query keys that the socket and the features share. A feature appends further parts to such a key. */
export const markersKey = ['map', 'markers'] as const
/** Key of one vehicle with all data that the user may see. */
export const entityKey = (entityId: number) => ['entities', 'one', entityId] as const
export const tripsKey = (entityId: number) => ['trips', 'of-entity', entityId] as const
