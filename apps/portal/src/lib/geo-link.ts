import type { Place } from './place.js'

/** Returns a link that opens a place in the phone's navigation app. */
export const geoLink = ({ latitude, longitude }: Place): string => `geo:${latitude},${longitude}?q=${latitude},${longitude}`
