/** Keys that the socket and the features share; the rest of a key belongs to its feature. */
export const markersKey = ['map', 'markers'] as const
/** One vehicle with everything the caller may know of it. */
export const entityKey = (entityId: number) => ['entities', 'one', entityId] as const
export const tripsKey = (entityId: number) => ['trips', 'of-entity', entityId] as const
