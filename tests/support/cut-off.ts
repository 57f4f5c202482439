import { once } from 'node:events'
import { connect } from 'node:net'

const DEADLINE_MS = 40_000

/**
 * Says each line when the one before was answered, then a byte a second, as a slow client does. Resolves when the server hangs
 * up; rejects when it has not after 40 s.
 */
export async function isCutOff(port: number, lines: readonly string[], drip = 'a'): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve())
    setTimeout(() => reject(new Error(`still open after ${DEADLINE_MS} ms`)), DEADLINE_MS).unref()
  })
  await once(socket, 'connect')
  for (const [n, line] of lines.entries()) {
    if (n > 0) await once(socket, 'data')
    socket.write(line)
  }
  socket.resume()
  const timer = setInterval(() => socket.write(drip), 1_000)
  await closed.finally(() => {
    clearInterval(timer)
    socket.destroy()
  })
}
