import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that the system gives to outgoing connections (from 32 768 on Linux, 49 152 elsewhere): one of those could be
 * taken between its finding and its use, or while the process that listens on it is started again.
 */
const FROM = 20_000
const TILL = 32_000
const TRIES = 100

const given = new Set<number>()

/** A TCP port of the loopback that nobody listens on right now, another one each time. @throws Error when there is none. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FROM + Math.floor(Math.random() * (TILL - FROM))
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port from ${FROM} to ${TILL}`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}

/** Rejects with a plain sentence when somebody else listens on the port. */
export function assertPortFree(port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(error.code === 'EADDRINUSE' ? `port ${port} is in use; choose another with ${variable}` : error.message)),
    )
    server.listen(port, () => server.close(() => resolve()))
  })
}
