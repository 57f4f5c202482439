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

/**
 * Finds a TCP port of the loopback that nobody listens on, another one each time. On Linux no other launcher gets this port while this
 * process lives, also before its children listen on it and while they start again.
 * @throws Error when there is none.
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

/** Takes the port's name among the abstract sockets, which the system gives to one process and takes back at its end. */
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

/** Listens without keeping the process alive; undefined where somebody else does. */
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
