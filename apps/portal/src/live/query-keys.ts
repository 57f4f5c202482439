/** Keys that the socket and the features share; the rest of a key belongs to its feature. */
export const markersKey = ['map', 'markers'] as const
export const tripsKey = (entityId: number) => ['trips', 'of-entity', entityId] as const
