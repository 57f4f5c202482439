/** Query keys shared by the socket and the features; a feature appends its own parts. */
export const markersKey = ['map', 'markers'] as const
/** Key of one vehicle with everything the user may see of it. */
export const entityKey = (entityId: number) => ['entities', 'one', entityId] as const
export const tripsKey = (entityId: number) => ['trips', 'of-entity', entityId] as const
