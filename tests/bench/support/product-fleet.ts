// Fleet of trackers on the whole product, with a viewer: measures the time from a tracker's write until the viewer's browser
// gets the frame.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { WebSocket } from 'ws'
import type { LivePositionMessage, LiveServerMessage } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import { aFix } from '@roadbook/testing'
import { addBusiness, addUser, addVehicle, testImei } from '../../support/database/tenant-fixture.ts'
import type { Product } from '../../support/product.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const { tracker } = findProtocol('teltonika')!

export class ProductFleet {
  /** Milliseconds from a tracker's write to its acknowledgement, while {@link isMeasuring}. */
  readonly acknowledgedMs: number[] = []
  /** Milliseconds from a tracker's write until a viewer gets the frame, while {@link isMeasuring}. */
  readonly seenMs: number[] = []
  sent = 0
  acknowledged = 0
  isMeasuring = false
  #sockets: Socket[] = []
  #viewer: WebSocket | undefined
  readonly #sentAt = new Map<string, number>()
  readonly #unanswered: number[][] = []
  readonly #latitudes: number[] = []
  readonly #product: Product

  private constructor(product: Product) {
    this.#product = product
  }

  /** Registers vehicles with trackers, connects them, and opens a viewer of the fleet. */
  static async open(product: Product, trackers: number): Promise<ProductFleet> {
    const fleet = new ProductFleet(product)
    const businessId = await addBusiness(product.pool, 'Rush Hour BV')
    await addUser(product.pool, { email: 'rush@roadbook.example', role: 'manager', businessId })
    for (let nth = 0; nth < trackers; nth++)
      await addVehicle(product.pool, { businessId, name: `Bike ${nth}`, imei: testImei(nth) })
    const token = execFileSync(
      path.join(root, 'node_modules/.bin/node'),
      [path.join(root, 'tools/dist/cli.js'), 'token', 'create', '--email', 'rush@roadbook.example', '--name', 'bench'],
      { env: { ...process.env, DATABASE_URL: product.databaseUrl }, encoding: 'utf8' },
    ).trim()
    await fleet.#watch(token)
    for (let nth = 0; nth < trackers; nth++) await fleet.#logIn(nth)
    return fleet
  }

  /**
   * Sends a fix of the `nth` tracker, some ten metres on. Sends nothing while an answer is pending, because trackers wait for it.
   */
  report(nth: number): void {
    const socket = this.#sockets[nth]!
    const waiting = this.#unanswered[nth]!
    if (socket.destroyed || waiting.length > 0) return
    const imei = testImei(nth)
    const positionedAt = Date.now()
    const latitude = (this.#latitudes[nth] = (this.#latitudes[nth] ?? 49.4) + 0.0001)
    const now = performance.now()
    if (this.isMeasuring) this.#sentAt.set(`${imei} ${new Date(positionedAt).toISOString()}`, now)
    waiting.push(now)
    this.sent++
    socket.write(tracker!.packet(imei, [aFix({ positionedAt, latitude })]))
  }

  close(): void {
    this.#viewer?.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  async #logIn(nth: number): Promise<void> {
    const socket = connect({ port: this.#product.teltonikaPort, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    socket.write(tracker!.login!(testImei(nth)))
    await once(socket, 'data')
    this.#sockets[nth] = socket
    this.#unanswered[nth] = []
    socket.on('data', () => this.#answered(nth))
    socket.on('error', () => undefined)
  }

  #answered(nth: number): void {
    const at = this.#unanswered[nth]!.shift()
    if (at === undefined) return
    this.acknowledged++
    if (this.isMeasuring) this.acknowledgedMs.push(performance.now() - at)
  }

  async #watch(token: string): Promise<void> {
    const socket = new WebSocket(`${this.#product.portalUrl.replace('http', 'ws')}/api/v1/live`)
    this.#viewer = socket
    await once(socket, 'open')
    const ready = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as LiveServerMessage
        if (message.type === 'snapshot') resolve()
        if (message.type === 'error') throw new Error(message.message)
        if (message.type === 'positions') for (const position of message.positions) this.#see(position)
      })
    })
    socket.send(JSON.stringify({ type: 'authenticate', token }))
    socket.send(JSON.stringify({ type: 'subscribe', channel: 'fleet' }))
    await ready
  }

  #see({ imei, positioned_at }: LivePositionMessage): void {
    const key = `${imei} ${positioned_at}`
    const at = this.#sentAt.get(key)
    if (at === undefined) return
    this.#sentAt.delete(key)
    this.seenMs.push(performance.now() - at)
  }
}
