/** Enough to see a broken connector; more than the server takes is never needed. */
const LONGEST_PX = 1_600
/** The server takes 700 000 bytes. */
const MOST_BYTES = 680_000
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

/** Sides of a picture that is made smaller until its longer one fits, and never larger; pixels. */
export function fitted(width: number, height: number, longest = LONGEST_PX): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const toJpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/**
 * A photo drawn anew: upright, small enough to send, and nothing but its pixels. Where and when it was taken and with what
 * (EXIF and the like) stays on the phone.
 * @throws whatever the browser says of a file that is no picture
 */
export async function redrawn(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = fitted(picture.width, picture.height)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser does not draw')
  // A JPEG has no transparency; without this it would be black.
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

/** Its bytes as base64, without what a data URL begins with. */
export const toBase64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '')
    reader.onerror = () => reject(reader.error ?? new Error('the photo cannot be read'))
    reader.readAsDataURL(blob)
  })
