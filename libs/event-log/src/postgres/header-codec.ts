/**
 * Packs headers into one bytea. Fields of each header: length of the name u8 · name (UTF-8) · length of the value u32
 * (big-endian) · value. The result takes a third of the size of jsonb with base64, and needs no escaping.
 */
export function packHeaders(headers: Record<string, Buffer> | undefined): Buffer | null {
  const entries = Object.entries(headers ?? {})
  if (entries.length === 0) return null
  const parts: Buffer[] = []
  for (const [name, value] of entries) {
    const bytes = Buffer.from(name)
    if (bytes.length > 255) throw new RangeError(`header name of ${bytes.length} bytes; 255 are allowed`)
    const head = Buffer.allocUnsafe(1 + bytes.length + 4)
    head.writeUInt8(bytes.length, 0)
    bytes.copy(head, 1)
    head.writeUInt32BE(value.length, 1 + bytes.length)
    parts.push(head, value)
  }
  return Buffer.concat(parts)
}

/** Unpacks the result of {@link packHeaders}. The values share the packed buffer's memory. */
export function unpackHeaders(packed: Buffer | null): Record<string, Buffer> {
  const headers: Record<string, Buffer> = {}
  if (!packed) return headers
  for (let at = 0; at < packed.length;) {
    const nameEnd = at + 1 + packed.readUInt8(at)
    const valueEnd = nameEnd + 4 + packed.readUInt32BE(nameEnd)
    headers[packed.toString('utf8', at + 1, nameEnd)] = packed.subarray(nameEnd + 4, valueEnd)
    at = valueEnd
  }
  return headers
}
