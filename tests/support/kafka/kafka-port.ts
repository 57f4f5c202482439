import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether a port of this machine takes connections, within a minute; gives up early when `hasEnded`. */
export async function untilAccepting(port: number, hasEnded: () => boolean = () => false): Promise<boolean> {
  for (let tries = 0; tries < 600 && !hasEnded(); tries++) {
    if (await accepts(port)) return true
    await sleep(100)
  }
  return false
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
