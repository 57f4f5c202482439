// Opens many connections from its own process, logs trackers in, and keeps them open. Arguments: port, number of connections,
// number of the first tracker, `login` or `bare`. Reports how long each connection took. Ends with its parent.
import { connect, type Socket } from 'node:net'
import { findProtocol } from '@roadbook/protocols'

const [port, count, first] = process.argv.slice(2).map(Number) as [number, number, number]
const mustLogIn = process.argv[5] === 'login'
const { tracker } = findProtocol('teltonika')!
/**
 * Maximum number of connections that wait for the server at the same time. The waiting connections of all clients together are
 * about as many as fit in the listen queue.
 */
const AT_ONCE = 200

const sockets: Socket[] = []
const latencies: number[] = []
let [begun, done, failed] = [0, 0, 0]

function next(): void {
  if (begun === count) return
  const nth = first + begun++
  const began = performance.now()
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (nth % 8)}`, noDelay: true })
  const finish = () => {
    latencies.push(performance.now() - began)
    sockets.push(socket)
    report()
  }
  socket.once('error', () => {
    failed++
    report()
  })
  if (!mustLogIn) socket.once('connect', finish)
  else {
    socket.once('connect', () => socket.write(tracker!.login!(String(350_000_000_000_000 + nth))))
    socket.once('data', finish)
  }
}

function report(): void {
  if (++done < count) return next()
  process.send?.({ opened: sockets.length, failed, latencies })
}

process.on('message', (message: string) => {
  if (message === 'open') for (let nth = 0; nth < AT_ONCE; nth++) next()
  else if (message === 'alive') process.send?.({ alive: sockets.filter((socket) => socket.readyState === 'open').length })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port })
