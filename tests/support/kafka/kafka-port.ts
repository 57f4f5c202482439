import { connect } from 'node:net'
import { until } from '@roadbook/testing/until'

/**
 * Resolves when a port of this machine accepts connections.
 * @throws if the port does not accept connections within two minutes, or if `hasEnded` returns true
 */
export async function untilAccepting(port: number, hasEnded: () => boolean = () => false): Promise<void> {
  const isOpen = () => {
    if (hasEnded()) throw new Error('it ended')
    return accepts(port)
  }
  await until(`Kafka takes connections on port ${port}`, isOpen, { withinMs: 120_000, everyMs: 100 })
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
