/**
 * The text of a sheet, in the encoding in which spreadsheets save: UTF-8 with or without a byte order mark, UTF-16 ("Unicode text" of
 * Excel), or Windows-1252, which Excel writes as plain "CSV" in western Europe.
 */
export function decodeSheet(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Nearly no text of another encoding is valid UTF-8 by accident.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** By its byte order mark; or by the zeros beside each of its first letters, which no other text has. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = bytes
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth)) return 'utf-16be'
  return undefined
}
