import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that a product takes for itself (`tools/src/start/free-port.ts`), and below those that the system gives to outgoing connections: nobody takes one between its finding and its use, or during a restart. */
const FROM = 12_000
const TILL = 20_000
const TRIES = 100

const given = new Set()

/**
 * A port of the loopback that nobody listens on, another one each time.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FROM + Math.floor(Math.random() * (TILL - FROM))
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port from ${FROM} to ${TILL}`)
}

async function isFree(port) {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error.code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
