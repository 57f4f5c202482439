import { readFileSync } from 'node:fs'
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
})

/** The first port that the system gives to outgoing connections. */
function firstOutgoing(): number {
  if (process.platform !== 'linux') return 49_152
  return Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0])
}
