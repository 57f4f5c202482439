import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * First port to try. The range is below the ports that a product chooses itself (`tools/src/start/free-port.ts`), and below
 * those of the system for outgoing connections. Other programs get their ports from these two ranges. Therefore they do not
 * take a port of this range before it is used, or while its process restarts.
 */
const FROM = 12_000
const TILL = 20_000
const TRIES = 100

/**
 * Returns a free port of the loopback. Each call returns another port. On Linux no other worker or suite on this machine
 * gets the port while this process lives. `tools/src/start/free-port.ts` works in the same way.
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
  // Only Linux has abstract sockets.
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
