// No container engine is needed. If a file is missing in the image, it is also missing in the folder of this test
// (tests/support/image.ts).
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { resolveConfig } from 'vite'
import { inProof, isProofOf } from '@roadbook/testing/proof'
import { commandOf, Image, steps } from '../../support/image.js'
import { ManagedProcess, NODE } from '../../support/chaos/managed-process.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { freePort } from '../../support/free-port.mjs'

describe('the image that the Dockerfile describes', () => {
  let image: Image
  let database: TestDatabase
  const started: ManagedProcess[] = []
  beforeAll(async () => {
    database = await createTestDatabase()
    image = new Image({ isBuilt: !isProofOf('image') })
  })
  afterAll(async () => {
    await Promise.all(started.map((one) => one.kill({ stay: true })))
    image.remove()
    await database.drop()
  })

  /** Starts the process of a stage in the image's folder, as Docker does. */
  async function start(stage: string, role: 'ingest' | 'web', env: Record<string, string>): Promise<number> {
    const [, file = ''] = commandOf(stage)
    const healthPort = await freePort()
    const one = new ManagedProcess({
      name: stage,
      command: [NODE, path.join(image.folder, file)],
      env: {
        DATABASE_URL: database.urlOf(role),
        EVENT_LOG: 'postgres',
        [`${stage.toUpperCase()}_HEALTH_PORT`]: String(healthPort),
        NODE_ENV: 'production',
        ...env,
      },
      logFile: path.join(image.folder, `${stage}.log`),
      healthPort,
    })
    started.push(one)
    one.start()
    await one.ready()
    return healthPort
  }

  it('installs exactly what the lock file says', () => {
    expect(steps()[0]).toMatch(/^npm ci /)
  })

  inProof('image', () => {
    it('is built of nothing but what is copied into it', () => image.run('npm run build'))
  })

  it('has every file that its build reads', async () => {
    // The output exists already, so nothing is built. But a missing folder, source or configuration is still reported.
    image.run('tsc -b tsconfig.build.json')
    await resolveConfig({ root: path.join(image.folder, 'apps/portal') }, 'build')
  })

  it('starts each of its processes, without the sources and what only development needs', async () => {
    image.prune()
    expect(readdirSync(path.join(image.folder, 'node_modules')).filter((name) => name.startsWith('node-linux'))).toEqual([])
    image.run(`DATABASE_URL='${database.url}' ${commandOf('tools').join(' ')} migrate`)
    const [gateway, api] = [String(await freePort()), String(await freePort())]
    await start('gateway', 'ingest', { GATEWAY_PORT: gateway, TELTONIKA_PORT: '0', PROTOCOL_PORTS: 'none' })
    await start('consumer', 'ingest', {})
    await start('api', 'web', {
      PORT: api,
      HOST: '127.0.0.1',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      API_WORK: 'requests',
      // MAIL_SECRET is set, because the password of the test's database is known and no secret may be derived from it.
      MAIL_SECRET: 'a secret that nothing but this test knows',
    })
    const paths = ['/config.json', '/basemap.pmtiles', ...(isProofOf('image') ? ['/', '/whats-new.json'] : [])]
    for (const one of paths) {
      const answer = await fetch(`http://127.0.0.1:${api}${one}`, { headers: { range: 'bytes=0-15' } })
      expect([one, answer.ok]).toEqual([one, true])
    }
  })
})
