import { once } from 'node:events'
import { connect } from 'node:net'
import { within } from '@roadbook/testing/until'

const DEADLINE_MS = 40_000

/**
 * Sends each line after the answer to the previous one. Then sends a byte per second, as a slow client does. Resolves when
 * the server closes the connection. Rejects if the server has not closed it after 40 s.
 */
export async function isCutOff(port: number, lines: readonly string[], drip = 'a'): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const closed = within('the server hangs up', DEADLINE_MS, new Promise<void>((resolve) => socket.once('close', () => resolve())))
  // If an earlier wait fails first, no code awaits this promise, and its rejection must still be handled.
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
