import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * First port. It is below the ports that a product takes for itself (`tools/src/start/free-port.ts`) and below those that the
 * system gives to outgoing connections. So nothing else takes a port between its choice and its use, or during a restart.
 */
const FROM = 12_000
const TILL = 20_000
const TRIES = 100

/**
 * Returns a free port of the loopback, another one each time. On Linux no other worker or suite of this machine gets it while
 * this process lives, as with `tools/src/start/free-port.ts`.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FROM + Math.floor(Math.random() * (TILL - FROM))
    if ((await claim(port)) && (await isFree(port))) return port
  }
  throw new Error(`no free port from ${FROM} to ${TILL}`)
}

const given = new Set()

/** @param {number} port */
async function claim(port) {
  if (given.has(port)) return false
  given.add(port)
  // Other systems have no abstract sockets.
  return process.platform !== 'linux' || (await listen(`\0roadbook-port-${port}`)) !== undefined
}

/** @param {number} port */
async function isFree(port) {
  const server = await listen({ port, host: '127.0.0.1' })
  if (!server) return false
  server.close()
  await once(server, 'close')
  return true
}

/** @param {string | { port: number, host: string }} where */
async function listen(where) {
  const server = createServer().unref()
  const listening = once(server, 'listening')
  server.listen(where)
  try {
    await listening
  } catch (error) {
    if (error.code === 'EADDRINUSE') return undefined
    throw error
  }
  return server
}
