import type { IncomingMessage } from 'node:http'
import { hasControlCharacter } from '@roadbook/platform'

const LARGEST_BYTES = 16_384

/** Error for a body that is too large, is not a form, or contains characters that users cannot type. */
export class FormError extends Error {
  override name = 'FormError'
}

/** Function that returns a field of a posted form. It returns '' if the field is missing. */
export type Form = (name: string) => string

export async function readForm(request: IncomingMessage): Promise<Form> {
  const fields = await readFields(request)
  return (name) => fields.get(name) ?? ''
}

/** @throws FormError when the body is over 16 KiB, not `application/x-www-form-urlencoded`, or not lines of text */
export async function readFields(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) throw new FormError('not a form')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BYTES) throw new FormError('the form is too large')
    chunks.push(chunk)
  }
  const fields = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  if ([...fields].flat().some(hasControlCharacter)) throw new FormError('the form has control characters')
  return fields
}
