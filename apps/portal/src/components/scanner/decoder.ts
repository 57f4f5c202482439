import { type CodeDetector, type Decode, type Format, FORMATS, type FoundCode } from './codes.js'

interface NativeDetector {
  new (options: { formats: readonly Format[] }): CodeDetector
  getSupportedFormats: () => Promise<readonly string[]>
}

const NEEDED: readonly Format[] = ['qr_code', 'data_matrix', 'code_128']

/** Returns the browser's own detector if it reads at least the formats on trackers; otherwise undefined. */
async function nativeDetector(): Promise<CodeDetector | undefined> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  if (!Native) return undefined
  try {
    const supported = await Native.getSupportedFormats()
    if (!NEEDED.every((format) => supported.includes(format))) return undefined
    return new Native({ formats: FORMATS.filter((format) => supported.includes(format)) })
  } catch {
    return undefined // The browser has the API, but the operating system does not support it. The library is then used.
  }
}

/** Creates the library's detector. It is loaded on first use because it is a megabyte. */
const libraryDetector = async (): Promise<CodeDetector> => (await import('./library-detector.js')).libraryDetector(FORMATS)

/**
 * Creates a decoder with the browser's detector, or with the library if that detector is missing or fails. The result begins
 * with the code nearest to the middle of the picture, because the user aims the camera at it.
 */
export async function createDecoder(): Promise<Decode> {
  const native = await nativeDetector()
  let detector = native ?? (await libraryDetector())
  return async (picture) => {
    const [width, height] =
      picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height]
    const fromMiddle = ({ boundingBox: box }: FoundCode) =>
      Math.hypot(box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2)
    const detect = async () => (await detector.detect(picture)).filter(({ rawValue }) => rawValue !== '')
    const codes = await detect().catch(async (error: unknown) => {
      if (detector !== native) throw error
      detector = await libraryDetector()
      return detect()
    })
    return [...codes].sort((one, other) => fromMiddle(one) - fromMiddle(other)).map(({ rawValue }) => rawValue)
  }
}
