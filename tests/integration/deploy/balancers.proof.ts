// Runs the balancers of deploy/ with their own settings. Only the addresses, ports and DNS server in the settings are
// replaced by those of this test.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WebSocket } from 'ws'
import { inProof } from '@roadbook/testing/proof'
import { until, within } from '@roadbook/testing/until'
import { createToken } from '@roadbook/tools/token-create'
import { Tenants } from '../../support/api/api-tenants.js'
import { ManagedProcess, NODE } from '../../support/chaos/managed-process.js'
import { loginOf, packetOf, RawTracker } from '../../support/chaos/raw-tracker.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { addBusiness, testImei } from '../../support/database/tenant-fixture.js'
import { NameServer } from '../../support/deploy/name-server.js'
import { freePort } from '../../support/free-port.mjs'
import { fixAt } from '../../support/gateway/gateway-stage.js'

const NGINX = process.env.NGINX_PROGRAM ?? 'nginx'
const has = (program: string, version: string) => spawnSync(program, [version]).status === 0
const withBalancers = has('haproxy', '-v') && has(NGINX, '-v') ? describe : describe.skip

/** Addresses of the processes. The balancers listen on the last of these addresses. */
const GATEWAYS = ['127.0.7.1', '127.0.7.2']
const APIS = ['127.0.7.3', '127.0.7.4']
const BALANCER = '127.0.7.9'
const IMEIS = Array.from({ length: 40 }, (_, n) => testImei(n + 1))
const STRANGER = testImei(900)

inProof('deploy', () => {
  withBalancers('the balancers before two gateways and two APIs', () => {
    let folder: string
    let database: TestDatabase
    let names: NameServer
    let ports: Record<'trackers' | 'gatewayHealth' | 'portal' | 'apiHealth' | 'balancerHealth' | 'udpHealth' | 'tls', number>
    let token: string
    const gateways: ManagedProcess[] = []
    const apis: ManagedProcess[] = []
    const balancers: ChildProcess[] = []

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'roadbook-balancers-'))
      database = await createTestDatabase()
      names = await NameServer.start({ gateway: [...GATEWAYS], api: [...APIS] })
      const [trackers, gatewayHealth, portal, apiHealth, balancerHealth, udpHealth, tls] = await Promise.all(
        Array.from({ length: 7 }, freePort),
      )
      ports = { trackers, gatewayHealth, portal, apiHealth, balancerHealth, udpHealth, tls } as typeof ports
      const businessId = await addBusiness(database.pool, 'Fleet')
      await database.pool.query('INSERT INTO devices (imei, business_id) SELECT unnest($1::text[]), $2', [IMEIS, businessId])
      await new Tenants(database.pool).user('root@x.example', 'super-admin', null)
      token = await createToken(database.pool, { email: 'root@x.example', name: 'balanced' })
      for (const host of GATEWAYS) gateways.push(gateway(host))
      for (const host of APIS) apis.push(api(host))
      for (const one of [...gateways, ...apis]) one.start()
      await Promise.all([...gateways, ...apis].map((one) => one.ready(240_000)))
      startBalancers()
      await until(
        'both gateways and both APIs take part',
        async () => (await up('trackers')) === 2 && (await up('portal')) === 2,
        {
          outlastsErrors: true,
        },
      )
    })
    afterAll(async () => {
      for (const one of balancers) one.kill()
      await Promise.all([...gateways, ...apis].map((one) => one.kill({ stay: true })))
      names.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    })

    const process_ = (name: 'gateway' | 'api', host: string, healthPort: number, env: Record<string, string>) =>
      new ManagedProcess({
        name,
        command: [NODE, path.resolve(`apps/${name}/dist/main.js`)],
        env: { EVENT_LOG: 'postgres', HEALTH_HOST: host, DRAIN_NOTICE_MS: '5000', ...env },
        logFile: path.join(folder, `${name}-${host}.log`),
        healthPort,
        healthHost: host,
      })
    const gateway = (host: string) =>
      process_('gateway', host, ports.gatewayHealth, {
        DATABASE_URL: database.urlOf('ingest'),
        GATEWAY_HOST: host,
        GATEWAY_PORT: String(ports.trackers),
        TELTONIKA_PORT: '0',
        GATEWAY_HEALTH_PORT: String(ports.gatewayHealth),
        PROXY_PROTOCOL: 'required',
        PROXY_TRUSTED: '127.0.0.1',
        DRAIN_MS: '2000',
      })
    const api = (host: string) =>
      process_('api', host, ports.apiHealth, {
        DATABASE_URL: database.urlOf('web'),
        HOST: host,
        PORT: String(ports.portal),
        API_HEALTH_PORT: String(ports.apiHealth),
        OIDC_ISSUER: 'http://127.0.0.1:9',
        PORTAL_DIR: '/nowhere',
        API_WORK: 'requests',
        TRUSTED_PROXIES: '127.0.0.1',
      })

    function startBalancers(): void {
      const haproxy = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
        .replace('maxconn 60000', 'maxconn 2000')
        .replace('parse-resolv-conf', `nameserver test 127.0.0.1:${names.port}`)
        .replace(/^ {2}bind :5000.*\n {2}bind :\d.*$/m, `  bind ${BALANCER}:${ports.trackers}`)
        .replace('bind :"${TLS_PORT}"', `bind ${BALANCER}:"\${TLS_PORT}"`)
        .replace('port 9101', `port ${ports.gatewayHealth}`)
        .replace('bind :8080', `bind ${BALANCER}:${ports.portal}`)
        .replace('api:8080 port 9103', `api:${ports.portal} port ${ports.apiHealth}`)
        .replace('bind :8404', `bind ${BALANCER}:${ports.balancerHealth}`)
      const nginx = readFileSync('deploy/nginx/udp.conf', 'utf8')
        .replace('127.0.0.11', `127.0.0.1:${names.port}`)
        .replace('worker_rlimit_nofile 65536;', '')
        .replace('worker_connections 30000', 'worker_connections 1000')
        .replace('/tmp/nginx.pid', path.join(folder, 'nginx.pid'))
        .replaceAll(/ {2}upstream udp(?!5000\b)[\s\S]*?proxy_pass udp\d+;\n {2}\}\n/g, '')
        .replace('listen 5000 udp', `listen ${BALANCER}:${ports.trackers} udp`)
        .replace('gateway:5000', `gateway:${ports.trackers}`)
        .replace('listen 8405', `listen ${BALANCER}:${ports.udpHealth}`)
      const [haproxyFile, nginxFile] = [path.join(folder, 'haproxy.cfg'), path.join(folder, 'udp.conf')]
      writeFileSync(haproxyFile, haproxy)
      writeFileSync(nginxFile, nginx)
      const env = { ...process.env, TLS_PORT: String(ports.tls) }
      balancers.push(
        spawn('haproxy', ['-f', haproxyFile], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
        spawn(NGINX, ['-e', 'stderr', '-c', nginxFile], { stdio: ['ignore', 'ignore', 'inherit'] }),
      )
    }

    /** Returns the number of servers of a section to which HAProxy sends connections. */
    async function up(section: string): Promise<number> {
      const text = await (await fetch(`http://${BALANCER}:${ports.balancerHealth}/metrics`)).text()
      return Number(new RegExp(`^haproxy_backend_active_servers\\{proxy="${section}"\\} (\\d+)`, 'm').exec(text)?.[1])
    }

    /** Sends a request through the balancer, on a new connection. Returns the status, or the code of an error. */
    const ask = (where: string, headers: Record<string, string> = {}, localAddress = '127.0.0.1'): Promise<number | string> =>
      new Promise((resolve) => {
        const to = { host: BALANCER, port: ports.portal, path: where, headers, localAddress, agent: false }
        request(to, (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)))
          .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
          .end()
      })
    const login = (imei: string, localAddress?: string) =>
      RawTracker.login(ports.trackers, imei, { host: BALANCER, ...(localAddress && { localAddress }) })
    const online = (which: number) => gateways[which]!.metric('gateway_connections', { state: 'online' })

    it('trackers come to both gateways and keep their addresses', async () => {
      const trackers = await Promise.all(IMEIS.slice(0, 20).map((imei) => login(imei)))
      expect([await online(0), await online(1)]).toEqual([10, 10])
      const stranger = await RawTracker.open(ports.trackers, { host: BALANCER, localAddress: '127.0.0.77' })
      stranger.send(loginOf(STRANGER))
      const known = await until('the stranger is listed', async () => {
        const { rows } = await database.pool.query('SELECT remote_address FROM unknown_devices WHERE imei = $1', [STRANGER])
        return rows[0] as { remote_address: string } | undefined
      })
      expect(known).toEqual({ remote_address: '127.0.0.77' })
      for (const one of [...trackers, stranger]) one.socket.destroy()
    })

    it('datagrams are answered, and those of one address come to one gateway', async () => {
      const taken = () => Promise.all(gateways.map((one) => one.metric('gateway_datagrams_total', { result: 'taken' })))
      const send = async (n: number) => {
        const socket = createSocket('udp4').bind(0, `127.0.9.${n + 1}`)
        await once(socket, 'listening')
        socket.send(datagram(IMEIS[n]!, n), ports.trackers, BALANCER)
        const [answer] = (await within('an answer to the datagram', 60_000, once(socket, 'message'))) as [Buffer]
        expect(answer).toEqual(Buffer.from([0, 5, 0, n, 1, n, 1]))
        socket.close()
      }
      for (let n = 0; n < 24; n++) await send(n)
      const once_ = await taken()
      expect(Math.min(...once_)).toBeGreaterThan(0)
      for (let n = 0; n < 24; n++) await send(n)
      expect(await taken()).toEqual(once_.map((count) => 2 * count))
    })

    it('the API believes the balancer, and not what a client says of itself', async () => {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' }
      expect(await ask('/api/v1/tags?limit=1', headers, '127.0.0.66')).toBe(200)
      const from = await until('the address of the token is stored', async () => {
        const { rows } = await database.pool.query('SELECT address FROM api_token_addresses')
        return rows.length > 0 && rows
      })
      expect(from).toEqual([{ address: '127.0.0.66' }])
    })

    it('the live channel passes', async () => {
      const origin = `http://${BALANCER}:${ports.portal}`
      const socket = new WebSocket(`ws://${BALANCER}:${ports.portal}/api/v1/live`, { origin })
      await within('the channel opens', 30_000, once(socket, 'open'))
      socket.send(JSON.stringify({ type: 'ping' }))
      const [answer] = (await within('an answer', 30_000, once(socket, 'message'))) as [Buffer]
      expect(JSON.parse(String(answer))).toHaveProperty('type')
      socket.close()
    })

    it('one API after the other is restarted without a request that fails', async () => {
      const outcomes = new Map<number | string, number>()
      let isOver = false
      const asker = async () => {
        while (!isOver) {
          const outcome = await ask('/api/v1/tags?limit=1', { authorization: `Bearer ${token}` })
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        }
      }
      const askers = [asker(), asker()]
      for (const one of apis) {
        expect(await one.stop()).toEqual({ code: 0, signal: null })
        one.start()
        await until('it takes part again', async () => (await up('portal')) === 2)
      }
      isOver = true
      await Promise.all(askers)
      // 429 is allowed, because the limit of requests with one token may be reached. All other requests must have
      // succeeded.
      outcomes.delete(429)
      expect([...outcomes.keys()]).toEqual([200])
    })

    it('one gateway after the other is restarted while every tracker that comes is let in', async () => {
      const stayed = await Promise.all(IMEIS.slice(0, 20).map((imei) => login(imei)))
      let isOver = false
      let came = 0
      const refused: string[] = []
      const comers = IMEIS.slice(20, 22).map(async (imei) => {
        while (!isOver) {
          await login(imei).then(
            ({ socket }) => void socket.destroy(),
            (error: Error) => refused.push(error.message),
          )
          came++
        }
      })
      for (const [which, one] of gateways.entries()) {
        expect(await one.stop()).toEqual({ code: 0, signal: null })
        // The connections to the stopped gateway were closed. The other connections of the first round are still open.
        if (which === 0) expect(stayed.filter(({ isClosed }) => isClosed)).toHaveLength(10)
        one.start()
        await until('it takes part again', async () => (await up('trackers')) === 2)
      }
      isOver = true
      await Promise.all(comers)
      expect([refused, came > 0]).toEqual([[], true])
    })

    it('a gateway that is away in the DNS leaves, and comes back', async () => {
      names.addresses.gateway = [GATEWAYS[0]!]
      await until('one is left', async () => (await up('trackers')) === 1)
      names.addresses.gateway = [...GATEWAYS]
      await until('both are there', async () => (await up('trackers')) === 2)
    })
  })
})

/** Returns Teltonika's datagram around the data of its TCP frame. */
function datagram(imei: string, id: number): Buffer {
  const data = packetOf(imei, [fixAt(Date.now() - 5_000)]).subarray(8, -4)
  const body = Buffer.concat([Buffer.from([0, id, 1, id, 0, 15]), Buffer.from(imei), data])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length)
  return Buffer.concat([length, body])
}
