import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Range of ports to try. It is below the range of the system for outgoing connections (from 32 768 on Linux, from 49 152
 * elsewhere). A port of that range could be given to an outgoing connection before it is used, or while its process
 * restarts.
 */
const FROM = 20_000
const TILL = 32_000
const TRIES = 100

const given = new Set<number>()

/**
 * Returns a free TCP port of the loopback interface. Each call returns another port. On Linux no other launcher gets the
 * port while this process lives, not even while no child process listens on the port.
 * @throws Error when there is no free port
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FROM + Math.floor(Math.random() * (TILL - FROM))
    if (given.has(port)) continue
    given.add(port)
    if ((await claim(port)) && (await isFree(port))) return port
  }
  throw new Error(`no free port from ${FROM} to ${TILL}`)
}

/**
 * Claims a name for the port among the abstract sockets. The system gives a name to one process only and releases it when the
 * process ends.
 */
async function claim(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return (await listen(`\0roadbook-port-${port}`)) !== undefined
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen({ port, host: '127.0.0.1' })
  if (!server) return false
  server.close()
  await once(server, 'close')
  return true
}

/** Listens on an address without keeping the process alive. Returns undefined if the address is in use. */
async function listen(where: string | { port: number; host: string }) {
  const server = createServer().unref()
  const listening = once(server, 'listening')
  server.listen(where)
  try {
    await listening
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
  return server
}

/** Rejects with a message for people if the port is in use. */
export function assertPortFree(port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(error.code === 'EADDRINUSE' ? `port ${port} is in use; choose another with ${variable}` : error.message)),
    )
    server.listen(port, () => server.close(() => resolve()))
  })
}
