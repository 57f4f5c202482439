import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

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
