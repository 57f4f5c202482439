import type { ClientBase } from 'pg'
import { from } from 'pg-copy-streams'

/** Runs a `COPY … FROM STDIN` with its whole input. Resolves when the server has accepted every row. */
export function copyIn(client: ClientBase, statement: string, input: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(from(statement))
    // The listener is never removed. If a COPY was given up, it fails again when its connection ends, and an error without
    // a listener would end the process.
    stream.on('error', reject)
    stream.once('finish', resolve)
    stream.end(input)
  })
}
