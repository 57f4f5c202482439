import type { Socket } from 'node:net'
import { readProxyHeader } from './proxy-header.js'

/** Maximum milliseconds until the PROXY header has arrived. A balancer sends the header as soon as it connects. */
const PATIENCE_MS = 5_000

/**
 * Reads the balancer's PROXY header from a connection, and leaves the rest unread.
 * @param onHeader receives the real client's address, or `undefined` for the balancer's own connection
 * @param onNone is called if the connection begins with other bytes, ends, or has no complete header after five seconds
 */
export function awaitProxyHeader(
  socket: Socket,
  onHeader: (address: string | undefined) => void,
  onNone: (reason: string) => void,
): void {
  let held: Buffer = Buffer.alloc(0)
  const finish = () => {
    clearTimeout(timer)
    socket.off('data', onData).off('close', onGone).off('end', onGone)
    socket.pause()
  }
  const onData = (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const header = readProxyHeader(held)
    if (header === 'more') return
    finish()
    if (header === 'none') return onNone('noProxyHeader')
    if (held.length > header.length) socket.unshift(held.subarray(header.length))
    onHeader(header.address)
  }
  const onGone = () => {
    finish()
    onNone('connectionLost')
  }
  const timer = setTimeout(() => {
    finish()
    onNone('noProxyHeader')
  }, PATIENCE_MS)
  socket.on('data', onData).on('close', onGone).on('end', onGone)
}
