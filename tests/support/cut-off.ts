import { once } from 'node:events'
import { connect } from 'node:net'
import { within } from '@roadbook/testing/until'

const DEADLINE_MS = 40_000

/**
 * Says each line when the one before was answered, then a byte a second, as a slow client does. Resolves when the server hangs
 * up; rejects when it has not after 40 s.
 */
export async function isCutOff(port: number, lines: readonly string[], drip = 'a'): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const closed = within('the server hangs up', DEADLINE_MS, new Promise<void>((resolve) => socket.once('close', () => resolve())))
  // A wait before it may fail first, and then nobody listens.
  closed.catch(() => undefined)
  await within('the server accepts', DEADLINE_MS, once(socket, 'connect'))
  for (const [n, line] of lines.entries()) {
    if (n > 0) await within(`an answer to ${JSON.stringify(lines[n - 1])}`, DEADLINE_MS, once(socket, 'data'))
    socket.write(line)
  }
  socket.resume()
  const timer = setInterval(() => socket.write(drip), 1_000)
  await closed.finally(() => {
    clearInterval(timer)
    socket.destroy()
  })
}
