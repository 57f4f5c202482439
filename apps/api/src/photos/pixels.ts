/** The parts of a file that are needed to draw its picture. */
export interface Pixels {
  width: number
  height: number
  content: Buffer
}
