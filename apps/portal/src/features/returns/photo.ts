/**
 * Maximum length in px of the longer side. It is enough to see a broken connector and keeps photos below the server's size limit.
 */
const LONGEST_PX = 1_600
/** Maximum size in bytes. The server accepts 700 000. */
const MOST_BYTES = 680_000
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

/** Returns the size in px to which a picture is reduced, so that its longer side fits. A picture is never enlarged. */
export function fitted(width: number, height: number, longest = LONGEST_PX): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const toJpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/**
 * Redraws a photo upright, small enough to send, and without metadata. Metadata about time, place and camera (EXIF and the
 * like) is therefore not sent.
 * @throws the browser's error for a file that is not a picture
 */
export async function redrawn(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = fitted(picture.width, picture.height)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser does not draw')
  // Fills the background with white, because transparent parts would become black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  for (const quality of QUALITIES) {
    const jpeg = await toJpeg(canvas, quality)
    if (jpeg && jpeg.size <= MOST_BYTES) return jpeg
  }
  throw new Error('the picture does not become small enough')
}
