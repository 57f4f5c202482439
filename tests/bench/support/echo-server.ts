// Comparison for `gateway`: a server that answers every chunk with four bytes without reading it.
import { createServer, type AddressInfo } from 'node:net'
import { reportUsage } from './server-process.ts'

const REPLY = Buffer.from([0, 0, 0, 1])
const server = createServer({ noDelay: true }, (socket) => {
  socket.on('data', () => socket.write(REPLY))
  socket.on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', () => reportUsage((server.address() as AddressInfo).port))
