import { createServer, type AddressInfo } from 'node:net'

/** A TCP port of the loopback that nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Rejects with a plain sentence when somebody else listens on the port. */
export function assertPortFree(port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(error.code === 'EADDRINUSE' ? `port ${port} is in use; choose another with ${variable}` : error.message)),
    )
    server.listen(port, () => server.close(() => resolve()))
  })
}
