import { toBase64 } from '../returns/index.js'

/** Bytes that go as they are: larger files are packed first, as a request holds only so much. */
const AS_IT_IS = 500_000

/** The bytes of a file as base64, packed by gzip where they are many. */
export async function packedFile(file: Blob): Promise<string> {
  if (file.size <= AS_IT_IS || !('CompressionStream' in globalThis)) return toBase64(file)
  return toBase64(await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob())
}
