import { toBase64 } from '../returns/index.js'

/**
 * Maximum size in bytes of a file that is sent uncompressed. A larger file is compressed, because a request has a size limit.
 */
const AS_IT_IS = 500_000

/** Returns a file's bytes as base64, compressed with gzip if it is large. */
export async function packedFile(file: Blob): Promise<string> {
  if (file.size <= AS_IT_IS || !('CompressionStream' in globalThis)) return toBase64(file)
  return toBase64(await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob())
}
