/** Returns the bytes as base64, without the prefix of a data URL. */
export const toBase64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '')
    reader.onerror = () => reject(reader.error ?? new Error('the photo cannot be read'))
    reader.readAsDataURL(blob)
  })

/**
 * Maximum size in bytes of a file that is sent uncompressed. A larger file is compressed, because a request has a size limit.
 */
const AS_IT_IS = 500_000

/** Returns a file's bytes as base64, compressed with gzip if it is large. */
export async function packedFile(file: Blob): Promise<string> {
  if (file.size <= AS_IT_IS || !('CompressionStream' in globalThis)) return toBase64(file)
  return toBase64(await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob())
}
