import { parse } from 'yaml'
import {
  documented,
  FORWARDING_PORT,
  HEALTH_PORTS,
  OF_THE_CONTAINER,
  read,
  trackerPorts,
  VARIABLES,
  type Deployed,
} from './variables.js'

interface Service {
  image?: string
  build?: { context: string; target: string }
  command?: string[]
  environment?: Record<string, string | number | null>
  ports?: string[]
  depends_on?: Record<string, { condition: string }> | string[]
  healthcheck?: { test: string[] }
  logging?: { options: Record<string, string> }
  deploy?: { resources: { limits: { memory?: string; cpus?: string } } }
  ulimits?: { nofile: number }
  stop_grace_period?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}

describe('the compose file', () => {
  const text = read('docker-compose.yml')
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> }
  const service = (name: string): Service => services[name] ?? {}
  const environment = (name: string) => service(name).environment ?? {}
  const published = (name: string) => service(name).ports ?? []
  const OURS: Deployed[] = ['gateway', 'consumer', 'api']
  const BALANCERS = ['balancer', 'balancer-udp']

  it('L6 publishes Keycloak and the mails on this host alone, and what stores nowhere', () => {
    expect(published('keycloak')).toEqual(['127.0.0.1:8081:8080'])
    expect(published('mailpit')).toEqual(['127.0.0.1:8025:8025'])
    expect([...published('timescaledb'), ...published('kafka')]).toEqual([])
  })

  it('L6 starts Keycloak as in production, with an administrator whose password somebody chose', () => {
    expect(service('keycloak').command).toEqual(['start', '--import-realm'])
    expect(environment('keycloak')).toMatchObject({
      KC_BOOTSTRAP_ADMIN_PASSWORD: expect.stringMatching(/^\$\{KEYCLOAK_PASSWORD:\?/),
      KC_BOOTSTRAP_ADMIN_USERNAME: expect.not.stringMatching(/^admin$|:-admin\}/),
    })
  })

  it('M12 starts with nothing that opens something unless somebody chose it', () => {
    const variables = [...text.matchAll(/\$\{(\w+_(?:PASSWORD|SECRET|KEY))([^}\w][^}]*)?\}/g)]
    expect(new Set(variables.map(([, name]) => name))).toEqual(new Set(SECRETS))
    for (const [whole, , rest] of variables) expect([whole, rest]).toEqual([whole, expect.stringMatching(/^:\?./)])
    expect(text.match(/^ +\w+_(PASSWORD|SECRET|KEY): (?!\$\{).*/gm)).toBeNull()
    const roles = read('deploy/timescaledb/roles.sh')
    for (const name of OF_ROLES) expect(roles).toContain(`="\${${name}:?`)
  })

  it('M12 imports a realm that holds no password, and no secret but the one that was chosen', () => {
    const realm = read('deploy/keycloak/roadbook-realm.json')
    const held = (name: string) => [...realm.matchAll(new RegExp(`"${name}": "(.*)"`, 'g'))].map(([, value]) => value)
    expect([held('secret'), held('value')]).toEqual([['${KEYCLOAK_CLIENT_SECRET}'], []])
    expect(environment('keycloak').KEYCLOAK_CLIENT_SECRET).toMatch(/^\$\{KEYCLOAK_CLIENT_SECRET:\?/)
  })

  it('signs in each process with a role and a password of its own', () => {
    const address = (name: string) => String(environment(name).DATABASE_URL)
    const roles = { migrate: 'owner', gateway: 'ingest', consumer: 'ingest', api: 'web' }
    for (const [name, role] of Object.entries(roles))
      expect(address(name)).toMatch(
        new RegExp(`^postgres://roadbook_${role}:\\$\\{ROADBOOK_${role.toUpperCase()}_PASSWORD:\\?[^}]+\\}@timescaledb:5432/`),
      )
  })

  it('is asked for with secrets that the page of installation creates', () => {
    const [, names = ''] = /^for name in ([^;]+); do$/m.exec(read('docs/operating/install.md').replaceAll('\\\n', '')) ?? []
    expect(names.split(/\s+/).filter(Boolean).sort()).toEqual([...SECRETS].sort())
  })

  it.each(OURS)('passes on every variable of the %s that an operator may set', (name) => {
    const passed = Object.keys(environment(name))
    expect(VARIABLES[name].filter((variable) => !passed.includes(variable) && !OF_THE_CONTAINER.has(variable))).toEqual([])
    expect(passed.filter((variable) => !VARIABLES[name].includes(variable) && !OF_NO_SHAPE.has(variable))).toEqual([])
  })

  it('reads nothing from .env that no page names', () => {
    const names = documented()
    expect([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name).filter((name) => !names.has(name))).toEqual([])
  })

  it('publishes trackers and portal at balancers alone, so that gateways and APIs may be several', () => {
    const { tcp, udp } = trackerPorts()
    for (const name of OURS) expect(published(name)).toEqual([])
    const tls = '${TLS_PORT:-5443}:${TLS_PORT:-5443}'
    const forwarding = `${FORWARDING_PORT}:${FORWARDING_PORT}`
    expect(published('balancer')).toEqual(['8080:8080', forwarding, tls, ...tcp.map((port) => `${port}:${port}`)])
    expect(published('balancer-udp')).toEqual(udp.map((port) => `${port}:${port}/udp`))
  })

  it('balances every port at which a gateway listens, and asks the health ports', () => {
    const { tcp, udp } = trackerPorts()
    const haproxy = read('deploy/haproxy/haproxy.cfg')
    const [trackers = ''] = /^listen trackers\n[\s\S]*?\n\n/m.exec(haproxy) ?? []
    const bound = [...trackers.matchAll(/^ {2}bind (:\d.*)$/gm)].flatMap(([, list = '']) => list.split(','))
    expect(bound).toEqual(tcp.map((port) => `:${port}`))
    expect(trackers).toContain('bind :"${TLS_PORT}"')
    expect(haproxy).toContain(`server-template gateway 1-20 gateway port ${HEALTH_PORTS.gateway} send-proxy-v2`)
    expect(haproxy).toContain(`server-template api 1-20 api:8080 port ${HEALTH_PORTS.api}`)
    expect(haproxy).toContain(`server-template gateway 1-20 gateway:${FORWARDING_PORT} port ${HEALTH_PORTS.gateway}\n`)
    const nginx = read('deploy/nginx/udp.conf')
    const numbers = (pattern: RegExp) => [...nginx.matchAll(pattern)].map(([, port]) => Number(port))
    expect(numbers(/listen (\d+) udp;/g)).toEqual(udp)
    expect(numbers(/server gateway:(\d+) resolve;/g)).toEqual(udp)
    expect(numbers(/proxy_pass udp(\d+);/g)).toEqual(udp)
    for (const name of OURS) expect(environment(name).HEALTH_HOST).toBe('0.0.0.0')
  })

  it('lets gateways believe the balancer alone, and APIs those that were named as well', () => {
    const address = '${ROADBOOK_NETWORK:-172.30.250}.10'
    expect(text).toContain(`ipv4_address: '${address}'`)
    expect(environment('gateway')).toMatchObject({ PROXY_PROTOCOL: 'required', PROXY_TRUSTED: address })
    expect(environment('api').TRUSTED_PROXIES).toBe(`${address}\${TRUSTED_PROXIES:+,\${TRUSTED_PROXIES}}`)
  })

  it('waits for what a process needs, and gives it time to end', () => {
    for (const name of OURS)
      expect(service(name).depends_on).toMatchObject({
        migrate: { condition: 'service_completed_successfully' },
        kafka: { condition: 'service_healthy' },
      })
    expect(service('api').depends_on).toMatchObject({ keycloak: { condition: 'service_healthy' } })
    for (const name of ['timescaledb', 'kafka', 'keycloak', 'mailpit', ...BALANCERS])
      expect([name, service(name).healthcheck?.test.length]).toEqual([name, expect.any(Number)])
    const seconds = (name: string) => Number.parseInt(service(name).stop_grace_period ?? '', 10)
    const notice = Number(/:-(\d+)\}$/.exec(String(environment('gateway').DRAIN_NOTICE_MS))?.[1]) / 1_000
    // HAProxy stops sending to a server after two failed checks. There is a second between two checks.
    expect(notice).toBeGreaterThanOrEqual(4)
    expect(seconds('gateway')).toBeGreaterThanOrEqual(notice + 20)
    expect(seconds('api')).toBeGreaterThanOrEqual(notice + 8)
  })

  it('limits what one service can take of the host', () => {
    for (const [name, one] of Object.entries(services)) {
      expect([name, one.logging?.options['max-size']]).toEqual([name, '50m'])
      expect([name, one.security_opt]).toEqual([name, ['no-new-privileges:true']])
    }
    for (const name of [...OURS, ...BALANCERS]) {
      expect([name, service(name).deploy?.resources.limits]).toEqual([
        name,
        { cpus: expect.any(String), memory: expect.any(String) },
      ])
      expect([name, service(name).read_only, service(name).cap_drop]).toEqual([name, true, ['ALL']])
    }
    expect(service('gateway').ulimits?.nofile).toBeGreaterThan(20_000)
  })

  it('names exact versions of every image, and stages of the Dockerfile', () => {
    const dockerfile = read('Dockerfile')
    for (const [name, { image, build }] of Object.entries(services)) {
      if (image) expect([name, image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+\.\d+/)])
      else expect(dockerfile).toMatch(new RegExp(` AS ${build?.target}$`, 'm'))
    }
    const nodes = [...dockerfile.matchAll(/^FROM node:(\S+)-bookworm-slim/gm)].map(([, version]) => version)
    expect(new Set(nodes)).toEqual(new Set([read('.nvmrc').trim()]))
  })
})

/** Passwords of roles of the database. */
const OF_ROLES = ['ROADBOOK_OWNER_PASSWORD', 'ROADBOOK_INGEST_PASSWORD', 'ROADBOOK_WEB_PASSWORD', 'KEYCLOAK_DATABASE_PASSWORD']
/** Everything that an operator must choose. */
const SECRETS = [...OF_ROLES, 'POSTGRES_PASSWORD', 'KEYCLOAK_PASSWORD', 'KEYCLOAK_CLIENT_SECRET', 'MAIL_SECRET']
/** Variables that a process reads although no shape declares them. */
const OF_NO_SHAPE = new Set(['HEALTH_HOST', 'DRAIN_NOTICE_MS'])
