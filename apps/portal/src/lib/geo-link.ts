import type { Place } from '../../lib/place.js'

/** Opens a place in whatever the phone navigates with. */
export const geoLink = ({ latitude, longitude }: Place): string => `geo:${latitude},${longitude}?q=${latitude},${longitude}`
