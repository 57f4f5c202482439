import type { Place } from './place.js'

/** Opens a place in whatever the phone navigates with. */
export const geoLink = ({ latitude, longitude }: Place): string => `geo:${latitude},${longitude}?q=${latitude},${longitude}`
