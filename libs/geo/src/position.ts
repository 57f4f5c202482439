/** A place on the globe, in degrees WGS 84. */
export interface Position {
  latitude: number
  longitude: number
}
