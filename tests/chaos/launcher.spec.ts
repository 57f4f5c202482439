import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { newDataDirectory, startProduct } from '../support/product.js'
import { addBusiness } from '../support/database/tenant-fixture.js'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const allGone = async (pids: number[]): Promise<void> => {
  while (pids.some(isAlive)) await pause(50)
}

describe('the launcher', () => {
  const dataDirectory = newDataDirectory()
  afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }))

  it('ends everything that it started within 10 s of a signal', async () => {
    const product = await startProduct({ dataDirectory })
    const pids = Object.values(product.processes())
    expect(Object.keys(product.processes()).sort()).toEqual(['api', 'consumer', 'gateway', 'identity', 'mailbox', 'postgres'])
    expect(product.said.join('\n')).toMatch(/Make the first super admin here.*\n\s+http:\/\/localhost:\d+\/setup\/\S+/)
    await addBusiness(product.pool, 'Stays')
    const ended = product.stop().then(() => allGone(pids))
    await expect(Promise.race([ended.then(() => 'ended'), pause(10_000, 'still running')])).resolves.toBe('ended')
  }, 300_000)

  it('leaves nothing running when it is killed, and starts again on its data', async () => {
    const product = await startProduct({ dataDirectory })
    const pids = Object.values(product.processes())
    await product.pool.end()
    process.kill(product.launcherPid, 'SIGKILL')
    await product.ended
    await allGone(pids)
    const again = await startProduct({ dataDirectory })
    const { rows } = await again.pool.query('SELECT name FROM businesses')
    expect(rows).toEqual([{ name: 'Stays' }])
    await again.stop()
  })

  it('starts a service again that died, the database too', async () => {
    const product = await startProduct({ dataDirectory })
    for (const name of ['api', 'postgres']) {
      const pid = product.pidOf(name)
      product.kill(name)
      while (product.pidOf(name) === pid) await pause(50)
    }
    const isReady = async () =>
      (await fetch(`${product.portalUrl}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined))?.ok
    while (!(await isReady())) await pause(100)
    await product.stop()
  })
})
