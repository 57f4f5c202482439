import { readFileSync } from 'node:fs'
import { startApi } from '@roadbook/api/bootstrap'
import { startConsumer } from '@roadbook/consumer/bootstrap'
import { startGateway } from '@roadbook/gateway/bootstrap'
import { until } from '@roadbook/testing/until'
import { canaryMetrics } from '@roadbook/tools/canary/canary-metrics'
import { parse } from 'yaml'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

/** Metrics of Prometheus itself, and of node_exporter. */
const OF_OTHERS = ['up', 'node_filesystem_avail_bytes']
const WORDS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right', 'and', 'or', 'unless', 'offset', 'bool'])

/** Returns the names of metrics in an expression of PromQL: names that are neither functions, words of the language nor labels. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  const names = [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g)].map(([name]) => name)
  return names.filter((name) => !WORDS.has(name) && !/^\d/.test(name))
}

describe('the alarms and the dashboard', () => {
  const { groups } = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as {
    groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  const { panels } = JSON.parse(readFileSync('deploy/grafana/roadbook.json', 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  let database: TestDatabase
  const closers: (() => Promise<void>)[] = []
  /** Names of all metrics of gateway, consumer, API and canary. */
  const exported = new Set(
    canaryMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name),
  )
  let texts: string[]

  beforeAll(async () => {
    database = await createTestDatabase()
    const common = { EVENT_LOG: 'postgres', LOG_LEVEL: 'silent' }
    const ingest = { ...common, DATABASE_URL: database.urlOf('ingest') }
    const gateway = await startGateway({
      ...ingest,
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      TELTONIKA_PORT: '0',
      GATEWAY_HEALTH_PORT: '0',
      MAX_CONNECTIONS: '700',
      DRAIN_MS: '100',
    })
    closers.push(() => gateway.close())
    const consumer = await startConsumer({ ...ingest, CONSUMER_HEALTH_PORT: '0' })
    closers.push(() => consumer.close())
    const api = await startApi({
      ...common,
      DATABASE_URL: database.urlOf('web'),
      PORT: '0',
      HOST: '127.0.0.1',
      API_HEALTH_PORT: '0',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      PORTAL_DIR: '/nowhere',
      DRAIN_NOTICE_MS: '0',
    })
    closers.push(() => api.close())
    const ports = [gateway.ports.health, consumer.port, api.healthPort]
    const scrape = (port: number) => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())
    texts = await until('every part is ready', () => Promise.all(ports.map(scrape)), {
      fits: (all) => all.every((text) => !/^health_part_ready\{.*\} 0$/m.test(text)),
    })
    for (const [, name = '', type] of texts.join('\n').matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
      exported.add(name)
      if (type === 'histogram' || type === 'summary')
        for (const part of ['bucket', 'sum', 'count']) exported.add(`${name}_${part}`)
    }
  })
  afterAll(async () => {
    await Promise.all(closers.map((close) => close()))
    await database.drop()
  })

  const unknown = (expression: string) => metricsIn(expression).filter((name) => !exported.has(name) && !OF_OTHERS.includes(name))

  it('read nothing but metrics that gateway, consumer, API and canary export', () => {
    expect(metricsIn('sum by (le) (rate(a_total{b="c"}[5m])) > 0 unless max(d offset 10m) / on (e) group_left () f')).toEqual([
      'a_total',
      'd',
      'f',
    ])
    expect(rules.map(({ alert, expr }) => [alert, unknown(expr)])).toEqual(rules.map(({ alert }) => [alert, []]))
    const shown = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.map(({ title, expr }) => [title, unknown(expr)])).toEqual(shown.map(({ title }) => [title, []]))
  })

  it('are each tried by a test of promtool, and say how urgent they are and what to do', () => {
    const { tests } = parse(readFileSync('deploy/prometheus/alerts.test.yml', 'utf8')) as { tests: { name: string }[] }
    expect(tests.map(({ name }) => name)).toEqual(['a quiet day', ...rules.map(({ alert }) => alert)])
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)])
      expect([alert, annotations]).toEqual([alert, { summary: expect.any(String), action: expect.any(String) }])
    }
  })

  it('get what alarms need: readiness by part, the limit of connections, and work that waits', () => {
    const [gateway, consumer, api] = texts
    expect(gateway).toMatch(/^gateway_connections_limit 700$/m)
    for (const part of ['event log', 'device registry', 'draining'])
      expect(gateway).toMatch(new RegExp(`^health_part_ready\\{part="${part}"\\} 1$`, 'm'))
    expect(consumer).toMatch(/^health_part_ready\{part="database"\} 1$/m)
    expect(api).toMatch(/^health_part_ready\{part="database"\} 1$/m)
    expect(api).toMatch(/^webhook_deliveries_due 0$/m)
  })
})
