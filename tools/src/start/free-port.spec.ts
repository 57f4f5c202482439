import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { freePort } from './free-port.js'

describe('a free port', () => {
  test('is none that an outgoing connection can take before it is listened on', async () => {
    const port = await freePort()
    expect(port).toBeLessThan(firstOutgoing())
    expect(port).toBeGreaterThan(1024)
  })

  test('is another one each time', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort))
    expect(new Set(ports).size).toBe(20)
  })

  test('is none that another launcher was given, whether or not it listens there yet', async () => {
    // Takes the port that a process with this random number would take: 20000 + 12000 * 0.5.
    const other = createServer().listen('\0roadbook-port-26000')
    await once(other, 'listening')
    const random = jest.spyOn(Math, 'random').mockReturnValueOnce(0.5)
    const port = await freePort()
    random.mockRestore()
    other.close()
    if (process.platform === 'linux') expect(port).not.toBe(26_000)
  })
})

/** Returns the first port that the system gives to outgoing connections. */
function firstOutgoing(): number {
  if (process.platform !== 'linux') return 49_152
  return Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0])
}
