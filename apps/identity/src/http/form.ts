import type { IncomingMessage } from 'node:http'

const LARGEST_BYTES = 16_384

/** A body that is too large or no form. */
export class FormError extends Error {
  override name = 'FormError'
}

/** The fields of a posted form; a field that is missing reads as ''. */
export type Form = (name: string) => string

/** @throws FormError when the body is over 16 KiB or not `application/x-www-form-urlencoded` */
export async function readForm(request: IncomingMessage): Promise<Form> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) throw new FormError('not a form')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BYTES) throw new FormError('the form is too large')
    chunks.push(chunk)
  }
  const fields = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  return (name) => fields.get(name) ?? ''
}
