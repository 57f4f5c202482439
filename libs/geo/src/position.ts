/** A place on the globe, degrees WGS 84. */
export interface Position {
  latitude: number
  longitude: number
}
