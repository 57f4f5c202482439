import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import type { DatagramSide, Protocol } from '@roadbook/protocols'
import type { SessionContext } from '../session-context.js'
import { DatagramPeer, type DatagramHost } from './datagram-peer.js'
import { listenError } from './listen-error.js'
import { plainAddress } from '../networks.js'
import type { PlannedPort } from '@roadbook/protocols/port-plan'

type Speaking = Protocol & { udp: DatagramSide }

/**
 * Size of the receive buffer in bytes. The buffer keeps datagrams that arrive while the process is busy. The system may grant
 * a smaller buffer.
 */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024
/**
 * Maximum number of senders whose identifier is looked up at the same time. The frames of these senders are in memory during
 * the look-up. Without a limit, invented identifiers and sender addresses could fill the memory.
 */
const WAITING_SENDERS = 1_000

/**
 * One UDP port. A sender is remembered while a registered tracker continues to send from its address and port. Other senders
 * are not remembered. A datagram of an unknown protocol gets no reply.
 */
export class DatagramServer implements DatagramHost {
  readonly peers = new Map<string, DatagramPeer>()
  /** Senders whose identifier is being looked up. */
  readonly #waiting = new Map<string, DatagramPeer>()
  readonly #speaking: readonly Speaking[]
  #socket: Socket | undefined

  constructor(
    protocols: readonly Protocol[],
    private readonly context: SessionContext,
  ) {
    this.#speaking = protocols.filter((protocol): protocol is Speaking => protocol.udp !== undefined)
  }

  /**
   * @returns the opened port
   * @throws Error that names the variable of a port in use
   */
  async listen({ port, variable }: Pick<PlannedPort, 'port' | 'variable'>, host: string): Promise<number> {
    const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: RECEIVE_BUFFER_BYTES })
    await new Promise<void>((resolve, reject) => {
      socket.once('error', (error) => reject(listenError(error, port, variable)))
      socket.bind(port, host, resolve)
    })
    socket.removeAllListeners('error')
    // This error occurs, for example, if the receiver cannot be reached or a buffer is full. The trackers send lost datagrams
    // again.
    socket.on('error', (error) => this.context.logger.debug({ err: error }, 'a datagram was lost'))
    socket.on('message', (datagram, from) => this.#receive(datagram, from))
    this.#socket = socket
    return socket.address().port
  }

  /** Forgets senders that have become silent. */
  sweep(now: number): void {
    for (const peer of this.peers.values()) {
      // The map is in the order of the last reception, so all following senders were active more recently.
      if (now - peer.lastReadAt < this.context.limits.datagramIdleMs) return
      peer.close('idleTimeout')
    }
  }

  stopReceiving(): void {
    this.#socket?.removeAllListeners('message')
  }

  close(): void {
    for (const peer of [...this.peers.values()]) peer.close('draining')
    this.#socket?.close()
    this.#socket = undefined
  }

  send(bytes: Buffer, { remoteAddress, remotePort }: DatagramPeer): void {
    this.#socket?.send(bytes, remotePort, remoteAddress)
  }

  admitted(peer: DatagramPeer): void {
    this.#waiting.delete(peer.key)
    this.context.metrics.connections.datagram++
    this.peers.set(peer.key, peer)
    if (this.peers.size <= this.context.limits.datagramSenders) return
    const oldest = this.peers.values().next().value
    oldest?.close('tooManySenders')
  }

  gone(peer: DatagramPeer): void {
    if (this.#waiting.get(peer.key) === peer) this.#waiting.delete(peer.key)
    if (this.peers.get(peer.key) !== peer) return
    this.peers.delete(peer.key)
    this.context.metrics.connections.datagram--
  }

  #receive(datagram: Buffer, { address, port }: RemoteInfo): void {
    const { publisher, limits, metrics } = this.context
    const protocol = this.#speaking.find(({ udp }) => udp.sniff(datagram))
    if (!protocol) return void metrics.datagrams.inc({ result: 'unknownProtocol' })
    if (publisher.isFull) return void metrics.datagrams.inc({ result: 'dropped' })
    metrics.datagrams.inc({ result: 'taken' })
    const now = this.context.now()
    const remoteAddress = plainAddress(address)
    const key = `${protocol.name}|${remoteAddress}|${port}`
    const known = this.peers.get(key)
    if (known) {
      this.peers.delete(key)
      this.peers.set(key, known)
      return known.receive(datagram, now)
    }
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting.receive(datagram, now)
    if (this.#waiting.size >= Math.min(limits.beforeLogin, WAITING_SENDERS))
      return void metrics.datagrams.inc({ result: 'dropped' })
    const stranger = new DatagramPeer(key, remoteAddress, port, protocol, protocol.udp, this.context, this)
    stranger.receive(datagram, now)
    if (stranger.awaitsRegistry) this.#waiting.set(key, stranger)
    else if (!stranger.isAdmitted) stranger.close('refused')
  }
}
