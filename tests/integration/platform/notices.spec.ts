import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { inUtc, type Logger, Notices } from '@roadbook/platform'
import { until } from '@roadbook/testing/until'

describe('notifications of the database', () => {
  const database = new URL(process.env.TEST_POSTGRES_URL!)
  const sockets = new Set<Socket>()
  const lines: string[] = []
  let isOpen = false
  let refused = 0
  let door: Server
  let notices: Notices

  beforeAll(async () => {
    door = createServer((client) => {
      if (!isOpen) {
        refused++
        client.destroy()
        return
      }
      const server = connect(Number(database.port), database.hostname)
      for (const socket of [client, server]) sockets.add(socket.on('error', () => undefined))
      client.pipe(server).pipe(client)
    }).listen(0, '127.0.0.1')
    await once(door, 'listening')
    const url = Object.assign(new URL(database), { host: `127.0.0.1:${(door.address() as AddressInfo).port}` }).href
    const logger = { warn: () => lines.push('warn'), info: () => lines.push('info') } as unknown as Logger
    notices = new Notices({ connectionString: inUtc(url) }, 'work', logger)
    notices.add(() => undefined)
  })
  afterAll(async () => {
    await notices.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => door.close(resolve))
  })

  it('are missed with one warning for each outage, and one line when they arrive again', async () => {
    await until('several attempts fail', () => refused > 2)
    expect(lines).toEqual(['warn'])
    isOpen = true
    await until('it listens', () => notices.isConnected)
    expect(lines).toEqual(['warn', 'info'])
    for (const socket of sockets) socket.destroy()
    await until('it listens again', () => lines.length > 3)
    expect(lines).toEqual(['warn', 'info', 'warn', 'info'])
    await notices.close()
    expect(lines).toHaveLength(4)
  })
})
