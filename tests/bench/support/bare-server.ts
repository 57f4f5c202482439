// Comparison for `connections`: a server that accepts connections and checks nothing. With `answer` it answers the first
// bytes with one byte, because a login needs an answer. Without `answer` it only keeps the connection open.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { reportUsage } from './server-process.ts'

const ANSWER = Buffer.from([1])
const onData = process.argv[2] === 'answer' ? answer : ignore
const server = createServer({ noDelay: true }, (socket) => {
  socket.on('data', onData)
  socket.on('error', destroy)
})
function answer(this: Socket): void {
  this.write(ANSWER)
}
function ignore(): void {}
function destroy(this: Socket): void {
  this.destroy()
}
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => reportUsage((server.address() as AddressInfo).port))
