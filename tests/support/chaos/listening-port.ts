import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the system gives to outgoing connections: between finding one and using it nobody takes it. */
const FROM = 12_000
const TILL = 32_000

/** A port of the loopback that nobody listens on, for a process that will be started again on it. */
export async function listeningPort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = FROM + Math.floor(Math.random() * (TILL - FROM))
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
