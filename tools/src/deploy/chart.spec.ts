import { globSync } from 'node:fs'
import Ajv from 'ajv'
import { parse } from 'yaml'
import { projectRoot } from '../project-root.js'
import { HEALTH_PORTS, read, trackerPorts, VARIABLES, type Deployed } from './variables.js'

const CHART = 'deploy/helm/roadbook'
const PROCESSES: Deployed[] = ['gateway', 'consumer', 'api']

interface Values {
  config: Record<string, string>
  secrets: Record<string, string>
  gateway: { tcpPorts: number[]; udpPorts: number[] }
}

describe('the Helm chart', () => {
  const values = parse(read(`${CHART}/values.yaml`)) as Values
  const isValid = new Ajv({ strict: false }).compile(JSON.parse(read(`${CHART}/values.schema.json`)) as object)
  const template = (name: string) => read(`${CHART}/templates/${name}.yaml`)

  it('has defaults that its own schema allows', () => {
    isValid(values)
    expect(isValid.errors ?? []).toEqual([])
  })

  it('takes the values of the page for operators', () => {
    const [, example = ''] = /```yaml\n# values.yaml\n([\s\S]*?)```/.exec(read('docs/operating/several-machines.md')) ?? []
    const given = parse(example) as object
    isValid(given)
    expect([Object.keys(given).length > 3, isValid.errors ?? []]).toEqual([true, []])
  })

  it.each([
    ['a password', { config: { DATABASE_URL: 'postgres://roadbook_web:secret@db/roadbook' } }],
    ['a secret', { api: { config: { MAIL_SECRET: 'x'.repeat(32) } } }],
    ['a key', { api: { config: { PAYMENTS_KEY: 'live_12345678' } } }],
    ['a misspelt value', { gatway: {} }],
    ['a variable in small letters', { config: { log_level: 'debug' } }],
  ])('refuses %s', (_, given) => expect(isValid(given)).toBe(false))

  it('makes no Secret and has no name of one by default', () => {
    expect(Object.values(values.secrets)).toEqual(['', '', ''])
    const templates = globSync(`${CHART}/templates/*`, { cwd: projectRoot }).map(read).join('\n')
    expect(templates).not.toMatch(/^kind: Secret$/m)
  })

  it('opens the ports at which a gateway listens', () => {
    const { tcp, udp } = trackerPorts()
    expect(values.gateway).toMatchObject({ tcpPorts: tcp, udpPorts: udp })
  })

  it.each(PROCESSES)('asks the %s at its health port', (name) => {
    expect(template(name)).toContain(`"health" ${HEALTH_PORTS[name]} `)
    for (const file of ['networkpolicy', 'podmonitor']) expect(template(file)).toContain(`"${name}" ${HEALTH_PORTS[name]}`)
    expect(template(name)).toContain('"HEALTH_HOST" "0.0.0.0"')
  })

  it('sets variables that some process reads', () => {
    const known = new Set(Object.values(VARIABLES).flat())
    const set = PROCESSES.flatMap((name) =>
      [...template(name).matchAll(/"([A-Z][A-Z0-9_]{3,})" /g)].map(([, variable]) => variable!),
    )
    const names = [...Object.keys(values.config), ...set].filter((name) => name !== 'HEALTH_HOST')
    expect(names).toEqual(expect.arrayContaining(['EVENT_LOG', 'TLS_PORT']))
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  it('runs images that the Dockerfile has', () => {
    const stages = [...read('Dockerfile').matchAll(/ AS (\w+)$/gm)].map(([, stage]) => stage)
    expect(stages).toEqual(expect.arrayContaining([...PROCESSES, 'tools']))
    expect(template('migrate')).toContain('"image" "tools"')
  })

  it('gives each process longer than it takes to end', () => {
    const seconds = (name: Deployed) => Number(/"graceSeconds" (\d+)/.exec(template(name))?.[1])
    // The notice takes at most 8 s. A gateway needs at most 30 s including the notice, and an API at most 8 s after the
    // notice.
    expect(seconds('gateway')).toBeGreaterThan(30)
    expect(seconds('api')).toBeGreaterThan(16)
    expect(seconds('consumer')).toBeGreaterThan(8)
  })
})
