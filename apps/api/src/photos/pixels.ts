/** What a file holds of a picture, and nothing that is not needed to draw it. */
export interface Pixels {
  width: number
  height: number
  content: Buffer
}
