import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { rotated, sized } from '@roadbook/testing/proof'
import { startProduct, type Product } from '../support/product.js'
import { problems } from './support/accessible.js'
import { enter, signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

const root = path.resolve(import.meta.dirname, '../..')
const README = readFileSync(path.join(root, 'README.md'), 'utf8')
/** The first command of the README, without its comment. */
const [START = ''] = /(?<=^```sh\n)[^#\n]*[^#\s]/m.exec(README) ?? []
/**
 * Days of trips in the demo. The proof runs all of them and signs in with each of the five roles; otherwise two roles suffice.
 */
const DAYS = sized('browser', 14, 90)
const THEMES = ['light', 'dark'] as const

interface Markers {
  columns: { entity_id: number[]; imei: string[]; latitude: (number | null)[]; moving: boolean[] }
}
interface Day {
  day: string
  trips: number
  distance_m: number
  duration_s: number
  idle_s: number
}
interface Trip extends Omit<Day, 'day' | 'trips'> {
  trip_started_at: string
  trip_ended_at: string | null
  average_speed_kph: number | null
}
interface Period {
  time_zone: string
  days: Day[]
  trips: Trip[]
  totals: Omit<Day, 'day'>
}

/** Returns the totals of the days on which trips began, in the zone. */
function sumsOf(trips: readonly Trip[], timeZone: string): Day[] {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const days: Record<string, Day> = {}
  for (const { trip_started_at: started, ...trip } of trips) {
    const day = dayOf.format(new Date(started))
    const sum = (days[day] ??= { day, trips: 0, distance_m: 0, duration_s: 0, idle_s: 0 })
    sum.trips += 1
    for (const name of ['distance_m', 'duration_s', 'idle_s'] as const) sum[name] += trip[name]
  }
  return Object.values(days)
}

test.describe('npm start -- --demo', () => {
  let product: Product
  let accounts: Map<string, Credentials>

  test.beforeAll(async () => {
    test.setTimeout(300_000)
    const [, args = ''] = /^npm start -- (.+)$/.exec(START) ?? []
    product = await startProduct({ throughNpm: true, args: args.split(' '), env: { DEMO_DAYS: String(DAYS) } })
    accounts = new Map(
      product.said.flatMap((line) => {
        const [, role, email, password] = /^ {4}(\S.*?) {2,}(\S+@\S+) +(\S+)$/.exec(line) ?? []
        return role && email && password ? [[role, { email, password }] as const] : []
      }),
    )
  })
  test.afterAll(() => product?.stop())

  test('leads from the README to a map, signed in with the account that both name', async ({ page }) => {
    const [, role, email] = /sign in as the \*\*(\w+)\*\*\. Her address is\s+`([^`]+)`/.exec(README) ?? []
    const lastLine = () => product.said.find((line) => line.startsWith('It runs until Ctrl-C.')) ?? ''
    await expect.poll(lastLine).toContain(email)
    const [, address = '', named, password] = /Open (\S+) and sign in as (\S+) with (\S+)$/.exec(lastLine()) ?? []
    expect({ email: named, password }).toEqual(accounts.get(role!))
    await page.goto(address)
    await enter(page, accounts.get(role!)!)
    await page.locator('a[href="/map"]').first().click()
    // The number of moving vehicles, in the language of the account.
    await expect(page.getByRole('button', { name: /^[1-9]\d* \p{L}/u }).first()).toBeVisible()
  })

  test('prints one account for each role, each of which can sign in', async ({ browser }) => {
    expect([...accounts.keys()].sort()).toEqual(['Dealer', 'Manager', 'Reporter', 'Super Admin', 'Technician'])
    for (const credentials of rotated('browser', [...accounts.values()], 2, 0)) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await signIn(page, product, credentials)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await context.close()
    }
  })

  test('shows the fleet moving on the map', async ({ page }) => {
    await signIn(page, product, accounts.get('Super Admin') as Credentials, '/map')
    await expect(page.getByRole('button', { name: /^[1-9]\d* Moving/ })).toBeVisible()
    const read = reader('test')
    const markers = async () => (await read<Markers>('map/markers')).columns
    const before = await markers()
    expect(before.imei).toHaveLength(250)
    // A vehicle that was moving when the seeded history ended may have stopped since.
    const hasMoved = ({ latitude }: Markers['columns']) =>
      latitude.some((north, row) => before.moving[row] && before.latitude[row] !== null && north !== before.latitude[row])
    await expect.poll(async () => hasMoved(await markers()), { timeout: 60_000 }).toBe(true)
    expect((await fetch(`${product.portalUrl}/api/v1/map/markers`)).status).toBe(401)
  })

  test('has counted its rows when it starts, so that no report reads all trips', async () => {
    const { rows } = await product.pool.query(
      "SELECT relname FROM pg_stat_user_tables WHERE relname IN ('trips', 'trip_days', 'device_states') AND last_analyze IS NOT NULL ORDER BY 1",
    )
    expect(rows.map(({ relname }) => relname as string)).toEqual(['device_states', 'trip_days', 'trips'])
  })

  test('has something of everything that one comes to see', async () => {
    // The launcher's output says to sign in as the manager of this vendor.
    const own = '(SELECT b.id FROM businesses b JOIN businesses v ON v.id = ANY (b.path) WHERE v.name = $1)'
    const sought = {
      'a free tracker to install': `devices d WHERE d.business_id IN ${own} AND NOT EXISTS (SELECT FROM installations i WHERE i.device_id = d.id)`,
      'a preset of the technician':
        "install_presets p JOIN users u ON u.id = p.user_id JOIN roles r ON r.id = u.role_id AND r.key = 'technician'",
      'a preset of the manager':
        "install_presets p JOIN users u ON u.id = p.user_id JOIN roles r ON r.id = u.role_id AND r.key = 'manager'",
      'a vehicle with a tag of its people': `entity_tags t JOIN tags g ON g.id = t.tag_id AND g.type = 'general' AND g.business_id IN ${own}`,
      'a vehicle in a target group': `entity_tags t JOIN tags g ON g.id = t.tag_id AND g.type = 'group' AND g.business_id IN ${own}`,
      'a group of tags': `tag_groups g JOIN tag_group_tags t ON t.group_id = g.id WHERE g.business_id IN ${own}`,
      'chosen charts': 'analytics_charts WHERE jsonb_array_length(charts) > 2',
      'a scheduled report': `report_schedules WHERE is_active AND next_run_at > now() AND business_id IN ${own}`,
      'a geofence': `geofences WHERE business_id IN ${own}`,
      'an alert rule': `alert_rules WHERE active AND business_id IN ${own}`,
      'an open alert of the last day': `alerts WHERE acknowledged_at IS NULL AND raised_at > now() - interval '1 day' AND business_id IN ${own}`,
      'an alert that somebody has seen to': `alerts WHERE acknowledged_by IS NOT NULL AND business_id IN ${own}`,
      'an insurance': `insurances i JOIN entities e ON e.id = i.entity_id AND e.business_id IN ${own}`,
      'an order that is open': `orders WHERE status = 'open' AND seller_id IN ${own}`,
      'an order that was paid': `orders WHERE status = 'paid' AND seller_id IN ${own}`,
      'an order that failed': `orders WHERE status = 'failed' AND seller_id IN ${own}`,
      'an order that was called off': `orders WHERE status = 'cancelled' AND seller_id IN ${own}`,
      'an order that was paid back': `orders WHERE status = 'refunded' AND seller_id IN ${own}`,
      'an invoice': `invoices WHERE credits_id IS NULL AND seller_id IN ${own}`,
      'a credit note': `invoices WHERE credits_id IS NOT NULL AND seller_id IN ${own}`,
      'a service that is due': "maintenance_notifications WHERE status = 'open'",
      'a service that is done': "maintenance_notifications WHERE status = 'done'",
      'an open case with its history': "missing_cases m JOIN missing_case_events v ON v.case_id = m.id WHERE m.state = 'open'",
      'the trail of a missing vehicle':
        "missing_cases m JOIN installations i ON i.entity_id = m.entity_id JOIN waypoints w ON w.device_id = i.device_id AND w.positioned_at > m.opened_at WHERE m.state = 'open'",
    }
    const missing = []
    for (const [what, from] of Object.entries(sought)) {
      const values = from.includes('$1') ? ['Rheintal Mobility'] : []
      const { rows } = await product.pool.query<{ found: boolean }>(`SELECT EXISTS (SELECT FROM ${from}) AS found`, values)
      if (!rows[0]?.found) missing.push(what)
    }
    expect(missing).toEqual([])
    const paid = await product.pool.query(
      `SELECT count(*)::int AS orders FROM orders o WHERE paid_at IS NOT NULL AND NOT EXISTS (SELECT FROM invoices i WHERE i.order_id = o.id)`,
    )
    expect(paid.rows).toEqual([{ orders: 0 }])
  })

  test('begins with a vehicle that shows all of it', async () => {
    const first = await reader('first', 'Manager')<object>('entities/1')
    const known = expect.anything()
    expect(first).toMatchObject({ location_hidden: false, position: known, subscription: known, tracker: known })
  })

  test('T-11 tells of every vehicle trips that one can bill, and of each day their sum', async () => {
    const read = reader('bills')
    const { entity_id: ids } = (await read<Markers>('map/markers')).columns
    expect(ids).toHaveLength(250)
    // Today is left out, because it changes while it is read.
    const [from, till] = [-DAYS, -1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    let count = 0
    const some = rotated('browser', ids, 50, 0)
    for (const id of some) {
      const { trips, days, totals, time_zone: zone } = await read<Period>(`report?entity_id=${id}&from=${from}&till=${till}`)
      expect(
        trips.filter((trip) => Date.parse(trip.trip_ended_at ?? trip.trip_started_at) < Date.parse(trip.trip_started_at)),
      ).toEqual([])
      // Below five metres a file says 0 km.
      expect(trips.filter((trip) => trip.distance_m < 5 && (trip.average_speed_kph ?? 0) > 0)).toEqual([])
      expect(days).toEqual(sumsOf(trips, zone))
      expect(totals.trips).toBe(trips.length)
      expect(totals.distance_m).toBe(trips.reduce((sum, { distance_m: metres }) => sum + metres, 0))
      count += trips.length
    }
    expect(count).toBeGreaterThan(some.length * DAYS)
  })

  test('draws its map from the first start, and asks no other host for it', async ({ page }) => {
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
    await signIn(page, product, accounts.get('Super Admin') as Credentials, '/map')
    await expect(page.locator('canvas.leaflet-tile-loaded').first()).toBeVisible()
    await expect(page.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible()
    expect([...hosts].filter(Boolean)).toEqual(['localhost'])
  })

  for (const theme of THEMES)
    test(`has no serious accessibility problem on sign-in, home and map, ${theme}`, { tag: '@browser' }, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme: theme })
      const page = await context.newPage()
      await page.goto(product.portalUrl)
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      expect(await problems(page)).toEqual([])
      await signIn(page, product, accounts.get('Manager') as Credentials)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await problems(page)).toEqual([])
      await page.goto(`${product.portalUrl}/map`)
      await expect(page.getByRole('button', { name: /^[1-9]\d* Moving/ })).toBeVisible()
      expect(await problems(page)).toEqual([])
      await context.close()
    })

  /** Returns a reader of the API as a user of a role, with a token of this name. */
  const reader = (name: string, role = 'Super Admin') => {
    const token = roadbook('token', 'create', '--email', accounts.get(role)?.email ?? '', '--name', name).trim()
    expect(token).toMatch(/^rbk_\S+$/)
    return async <Data>(path: string): Promise<Data> => {
      const answer = await fetch(`${product.portalUrl}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { data: Data }).data
    }
  }

  /** Runs the command line of the running product. */
  const roadbook = (...args: string[]): string =>
    execFileSync(path.join(root, 'node_modules/.bin/node'), [path.join(root, 'tools/dist/cli.js'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, ROADBOOK_DATA_DIR: product.dataDirectory },
    })
})
