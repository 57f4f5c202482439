// `npm run bench -- NAME`: runs one benchmark of tests/bench. Without a name it runs all benchmarks and writes
// docs/benchmarks.md. The last line that each benchmark prints is JSON with its result.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { cpus, platform, totalmem } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const folder = path.resolve(import.meta.dirname, '../tests/bench')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are: ${names.join(', ')}`)
  process.exit(1)
}
/** Goals of each benchmark (docs/benchmarks.md explains the rows). */
const GOALS = {
  decode: [
    'G5',
    'codec 8: ≥ 0.35 with 10 records, ≥ 0.15 with 1; every protocol ≥ 100 000 frames/s',
    (r) => r.ratio >= 0.35 && r.singleRecord.ratio >= 0.15 && r.slowest.framesPerSecond >= 100_000,
  ],
  gateway: ['G4', '≥ 0.50', (r) => r.ratio >= 0.5],
  'gateway-durable': ['G4', '≥ 0.35', (r) => r.ratio >= 0.35],
  connections: [
    'G1 G2 G3',
    '≤ 6.5 KB a tracker; 18 000 trackers; ≥ 0.40 of the accept rate',
    (r) => r.system <= 6.5 && r.connected >= 18_000 && r.loginRatio >= 0.4,
  ],
  'ack-latency': ['G6', 'p50 ≤ 3, p99 ≤ 5, and ≤ 250 ms', (r) => r.p50.ratio <= 3 && r.ratio <= 5 && r.system <= 250],
  log: ['G7', '≥ 0.60', (r) => r.ratio >= 0.6],
  ingest: ['G8', '≥ 0.50; repeats ≥ 2 × the fresh rate', (r) => r.ratio >= 0.5 && r.repeatsToFresh >= 2],
  live: ['G9', 'p50 ≤ 300 ms, p99 ≤ 1 s', (r) => r.system <= 300 && r.p99 <= 1_000],
  burst: ['G12', '≥ 0.80; fresh p99 ≤ 5 s', (r) => r.ratio >= 0.8 && r.freshP99S <= 5],
  'log-down': [
    'G13',
    '≤ 1.00, nothing acknowledged, nothing closed',
    (r) => r.ratio <= 1 && r.acknowledgedMeanwhile === 0 && r.closed === 0,
  ],
  'api-reads': ['G16', '≥ 0.40', (r) => r.ratio >= 0.4],
  'business-tree': ['', '≤ 2.00 of the time of a plain SELECT', (r) => r.ratio <= 2],
  alerts: ['F2', '≥ 0.80 of the rate without rules', (r) => r.ratio >= 0.8],
  idle: ['G9', '≤ 0.01 core, ≤ 300 MiB, ready within 4 s', (r) => r.system <= 0.01 && r.mib <= 300 && r.readyS <= 4],
  lists: ['T-05', 'p95 ≤ 300 ms at 100 000 rows', (r) => r.system <= 300],
  search: ['T-06', 'p95 ≤ 200 ms at 100 000 vehicles', (r) => r.wallP95 <= 200],
  reports: [
    'T-14 T-11',
    'every kind of report of a month of 100 vehicles p95 ≤ 300 ms, three months of trips p95 ≤ 150 ms, of 1 000 000 trips and 100 000 000 waypoints',
    (r) => [r, ...Object.values(r.kinds)].every(({ p95 }) => p95 <= 300) && r.trips.p95 <= 150,
  ],
  maintenance: [
    'T-09',
    'a run over 100 000 vehicles with three triggers each < 30 s of CPU',
    (r) => r.system < 30_000 && r.first < 30_000,
  ],
  paced: [
    'G9',
    'CPU ms a fix ≤ 2.0, 1.2, 0.6, 0.5, 0.4 at 20, 75, 250, 500, 1 500 a second; at 250 ≤ 0.5 commits a fix, acknowledged p50 ≤ 4 and p99 ≤ 12 ms, seen p50 ≤ 300 ms and p99 ≤ 1 s',
    ({ at20, at75, at250, at500, at1500 }) =>
      [at20.cpuMs / 2, at75.cpuMs / 1.2, at250.cpuMs / 0.6, at500.cpuMs / 0.5, at1500.cpuMs / 0.4].every((share) => share <= 1) &&
      [at250.commits / 0.5, at250.ackP50 / 4, at250.ackP99 / 12, at250.seenP50 / 300, at250.seenP99 / 1_000].every(
        (share) => share <= 1,
      ),
  ],
  map: [
    'T-03',
    '≥ 50 frames/s panning, usable within 2 s of its data, an update seen within 1 s, memory flat; a stretch of streets ≤ 300 ms of the page',
    (r) =>
      r.system >= 50 &&
      r.usableMs <= 2_000 &&
      r.seenMs <= 1_000 &&
      r.lastMb <= r.firstMb * 1.1 &&
      Object.values(r.viewportMs).every((ms) => ms <= 300),
  ],
  'first-view': [
    '',
    '≤ 8 calls and ≤ 600 kB of JavaScript until vehicles are on the map, by a slow network and processor; beside an empty page',
    (r) => r.calls <= 8 && r.scriptKb <= 600,
  ],
  waypoints: ['', '', () => true],
}

const results = []
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n=== ${name}`)
  results.push(await run(name))
}
if (wanted.length === 0) {
  writeFileSync(path.resolve(import.meta.dirname, '../docs/benchmarks.md'), page(results))
  console.log('\nwritten to docs/benchmarks.md')
}
process.exit(results.every(({ isDone }) => isDone) ? 0 : 1)

/** Runs a benchmark in its own process. Its last line of JSON is the result. */
async function run(name) {
  const child = spawn(process.execPath, [path.join(folder, `${name}.bench.ts`)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let result
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line)
    if (line.startsWith('{"bench"')) result = JSON.parse(line)
  }
  const code = child.exitCode ?? (await once(child, 'exit'))[0]
  if (code !== 0) console.error(`${name} ended with ${code}`)
  return { name, result, isDone: code === 0 }
}

function page(results) {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()}, Node ${process.versions.node}`
  const rows = results.map(({ name, result }) => {
    const [goal = '', wanted = '', isReached = () => true] = GOALS[name] ?? []
    if (!result) return `| ${name} | ${goal} | ${wanted} | – | did not finish | |`
    const { system, limit, ratio, unit, ...more } = result
    return `| ${name} | ${goal} | ${wanted} | **${ratio}** ${isReached(result) ? '' : '(missed)'} | ${system} of ${limit} ${unit} | ${describe(more)} |`
  })
  return `# Benchmarks

\`npm run bench\` measured these figures on ${machine}, on ${new Date().toISOString().slice(0, 10)}, and wrote this page.
\`npm run bench -- NAME\` runs one benchmark.

Each benchmark measures Roadbook (the *system*) and a simpler program that does only the necessary part of the same work (the *limit*). In
the column *measured*, the first number is that of the system and the second that of the limit. The ratio is the first divided by the
second. Most benchmarks run limit, system and limit in each of three rounds, and report the median ratio. Most ratios are by CPU time of the
process under test. Absolute numbers depend more on the machine and its load than on Roadbook.

| benchmark | goal | to reach | ratio | measured | more |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

- **decode**: turns frames into fixes. The limit is one pass of the checksum over the same bytes.
- **gateway, gateway-durable**: the frames that the gateway decodes, publishes and acknowledges in a second of its CPU time. The limit is a
  server that answers every chunk with four bytes. In **gateway** the event log accepts everything at once. In **gateway-durable** the event
  log is in PostgreSQL, with every commit on disk.
- **connections**: the memory for an idle tracker, and the logins in a second of CPU time. The limit is a bare server that accepts
  connections and answers the first bytes.
- **ack-latency**: the time until a tracker gets its acknowledgement, at half of the gateway's capacity. The limit is one durable insert of
  200 frames.
- **log**: the frames that the event log in PostgreSQL stores in a second. The limit is a bare insert of the same bytes.
- **waypoints**: the rows that the waypoint store writes in a second. The limit is COPY.
- **ingest**: the fixes that the whole consumer process stores in a second (log, fixes, trips, device state, live positions). The limit is
  COPY into the same indexed table. Between checkpoints the consumer needs 3.2 kB of memory for a tracker after a day with many reports, and
  5.1 kB after a week. A unit test fails above 12 kB.
- **burst**: the rate at which the consumer processes a backlog after an outage. The limit is its steady rate.
- **log-down**: the gateway's memory while the event log is down. The limit is its memory before the outage and its buffer, and a fifth
  more.
- **first-view**: the time from entering the address until vehicles are on the map. The browser's cache is empty, the processor is slowed
  down four times, and the network has 1.6 Mbit/s and a delay of 150 ms. The limit is an empty page. **usableMs** is the time with full
  processor and network.
- **live**: the time from a tracker's write until the viewer's browser receives the frame. The API collects positions for a viewer for 250
  ms, so the limit is half of that.
- **api-reads**: the reads that the API answers in a second of its CPU time. The limit is bare Fastify with the same SQL.
- **business-tree**: the time of a request for a tree of 10,000 businesses. The limit is bare Fastify with a plain SELECT of the same rows.
- **paced**: the cost of one fix at low load, at five rates. Each fix is sent separately, from its tracker's socket to a viewer's. The cost
  is the CPU time of gateway, consumer, API and PostgreSQL together. The benchmark also measures the commits, the time until the
  acknowledgement, and the time until the viewer sees the fix. The limit is a program that inserts each fix into PostgreSQL with its own
  commit, at the same rate.
- **alerts**: the rate at which the consumer processes a backlog of 10,000 moving vehicles until the last alert is written. Ten of 100,000
  geofences are near each vehicle, and rules raise an alert for entering, leaving and speed. The limit is the same backlog without rules.
- **idle**: CPU time and memory of everything that \`npm start\` starts, without users and trackers. The limit is an idle, empty PostgreSQL.
- **lists**: the list of entities for a manager of a thousand businesses, in every order, by every criterion, and its page 1000. The limit
  is to count the rows and read fifty of them by their keys.
- **search**: the search for plates, numbers and names, also with typing errors, for a manager of a thousand businesses. The limit is to
  read one plate by its index.
- **maintenance**: finds the services that are due among 100,000 vehicles with 30 days of trips. It measures the CPU time of the process and
  the database in one run. The limit is a plain join of the same tables. **first** is the first run, which opens all services that are due.
  **moved** is a run that checks the odometers of the vehicles that reported in the last 20 minutes. These are a fifth of all vehicles.
- **reports**: answers over HTTP about 10,000 vehicles with a million trips in a year. The ratio is for a month's summary of 100 vehicles.
  **trips** is the list of one vehicle's trips over three months, **year** a chart of the whole fleet's year by day, and **hours** a chart
  of its month by hour. The limit is a plain SELECT of the same data from the trips. **kinds** has the time and the CPU time of every kind
  of report on a month of 100 vehicles. \`REPORTS_WAYPOINTS\` sets the number of waypoints (default 100 million).
- **map**: frames per second while the map with 10,000 vehicles is dragged, in Chromium slowed down four times. The limit is the same map
  with two vehicles. **usableMs** is the time from the arrival of the vehicles' data until they are drawn. **seenMs** is the time from a
  tracker's write until the page shows the new value. **viewportMs** is the time of the page's main thread for an unseen view, by zoom
  level. The page's memory is watched for \`MAP_MINUTES\` minutes (default 10).
`
}

function describe(more) {
  return Object.entries(more)
    .filter(([key]) => key !== 'bench')
    .map(([key, value]) => `${key} ${typeof value === 'object' && value !== null ? `(${describe(value)})` : rounded(value)}`)
    .join(', ')
}

function rounded(value) {
  if (typeof value !== 'number' || Number.isInteger(value)) return value
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toFixed(2))
}
