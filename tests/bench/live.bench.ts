// G9: from a tracker's write to the frame in a viewer's browser, over the whole product, while a fleet of 10 000 trackers has its
// rush hour (400 fixes a second). The limit is the window of 250 ms in which positions are gathered for a viewer.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { WebSocket } from 'ws'
import type { LivePositionMessage, LiveServerMessage } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import { aFix } from '@roadbook/testing'
import { startProduct } from '../support/product.ts'
import { addBusiness, addUser, addVehicle, testImei } from '../support/database/tenant-fixture.ts'
import { percentile } from './support/ratio.ts'

const TRACKERS = 800
const PAUSE_MS = 2_000
const RUN_MS = 30_000
const WINDOW_MS = 250
const root = path.resolve(import.meta.dirname, '../..')
const { tracker } = findProtocol('teltonika')!

const product = await startProduct()
const sentAt = new Map<string, number>()
const latencies: number[] = []
const sockets: Socket[] = []
let isMeasuring = false
let sent = 0
try {
  const businessId = await addBusiness(product.pool, 'Rush Hour BV')
  await addUser(product.pool, { email: 'rush@roadbook.example', role: 'manager', businessId })
  for (let nth = 0; nth < TRACKERS; nth++)
    await addVehicle(product.pool, { businessId, name: `Bike ${nth}`, imei: testImei(nth) })
  const token = execFileSync(
    path.join(root, 'node_modules/.bin/node'),
    [path.join(root, 'tools/dist/cli.js'), 'token', 'create', '--email', 'rush@roadbook.example', '--name', 'bench'],
    { env: { ...process.env, DATABASE_URL: product.databaseUrl }, encoding: 'utf8' },
  ).trim()
  const viewer = await watch(token)
  for (let nth = 0; nth < TRACKERS; nth++) sockets.push(await logIn(testImei(nth)))
  sockets.forEach((socket, nth) => report(socket, testImei(nth)))
  await seconds(8)
  isMeasuring = true
  await seconds(RUN_MS / 1_000)
  isMeasuring = false
  viewer.close()
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)]
  console.log(
    JSON.stringify({
      bench: 'live',
      system: Math.round(p50),
      limit: WINDOW_MS / 2,
      ratio: Number((p50 / (WINDOW_MS / 2)).toFixed(2)),
      unit: 'ms p50',
      p99: Math.round(p99),
      seen: latencies.length,
      fixesPerSecond: Math.round((sent / RUN_MS) * 1_000),
    }),
  )
} finally {
  for (const socket of sockets) socket.destroy()
  await product.stop()
}

async function watch(token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${product.portalUrl.replace('http', 'ws')}/api/v1/live`)
  await once(socket, 'open')
  const ready = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as LiveServerMessage
      if (message.type === 'snapshot') resolve()
      if (message.type === 'error') throw new Error(message.message)
      if (message.type === 'positions') for (const position of message.positions) see(position)
    })
  })
  socket.send(JSON.stringify({ type: 'authenticate', token }))
  socket.send(JSON.stringify({ type: 'subscribe', channel: 'fleet' }))
  await ready
  return socket
}

function see({ imei, positioned_at }: LivePositionMessage): void {
  const key = `${imei} ${positioned_at}`
  const at = sentAt.get(key)
  if (at === undefined) return
  sentAt.delete(key)
  if (isMeasuring) latencies.push(performance.now() - at)
}

async function logIn(imei: string): Promise<Socket> {
  const socket = connect({ port: product.teltonikaPort, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  socket.write(tracker!.login!(imei))
  await once(socket, 'data')
  socket.resume()
  return socket
}

/** One fix about every two seconds, 20 km/h to the north. */
function report(socket: Socket, imei: string): void {
  let latitude = 49.4
  const send = () => {
    if (socket.destroyed) return
    const positionedAt = Date.now()
    latitude += 0.0001
    sentAt.set(`${imei} ${new Date(positionedAt).toISOString()}`, performance.now())
    if (isMeasuring) sent++
    socket.write(tracker!.packet(imei, [aFix({ positionedAt, latitude })]))
    setTimeout(send, PAUSE_MS * (0.75 + Math.random() / 2))
  }
  setTimeout(send, Math.random() * PAUSE_MS)
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1_000))
}
