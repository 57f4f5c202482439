// G1–G3: measures the cost of an idle tracker, how many trackers fit into one process, and how fast they reconnect. The
// comparison is a bare server that accepts connections and checks nothing. It answers the first bytes with one byte, because
// a login needs an answer. COUNT trackers (default 18 000) connect from several client processes over 127.0.0.2–9. This needs
// `ulimit -n 20000`.
import { execFileSync } from 'node:child_process'
import { medianBy, percentile } from './support/ratio.ts'
import { ServerProcess } from './support/server-process.ts'
import { ConnectionStorm } from './support/connection-storm.ts'

const DESCRIPTORS = Number(execFileSync('sh', ['-c', 'ulimit -n']).toString())
const COUNT = Math.min(Number(process.env.COUNT ?? 18_000), DESCRIPTORS - 500)
const ROUNDS = Number(process.env.ROUNDS ?? 3)

interface Round {
  kbEach: number
  perCpuSecond: number
  perSecond: number
  p99Ms: number
}

/** Measures one server with all trackers on it. */
async function measure(script: string, login: boolean, ...args: string[]): Promise<Round> {
  const server = await ServerProcess.start(script, ...args)
  try {
    // The first connections cause costs that occur only once per process. They are not part of a tracker's cost.
    await (await ConnectionStorm.open(server.port, 200, login, 0)).storm.close()
    const before = await idleRss(server)
    const calm = await server.usage()
    const { storm, seconds, latencies } = await ConnectionStorm.open(server.port, COUNT, login, 1_000)
    const busy = await server.usage()
    const idle = await idleRss(server)
    const alive = await storm.alive()
    if (alive !== COUNT) throw new Error(`${alive} of ${COUNT} connections are open`)
    await storm.close()
    return {
      kbEach: (idle - before) / COUNT / 1_024,
      perCpuSecond: (COUNT / (busy.cpuUs - calm.cpuUs)) * 1e6,
      perSecond: COUNT / seconds,
      p99Ms: percentile(latencies, 0.99),
    }
  } finally {
    await server.stop()
  }
}

/** Returns a process's memory after V8 has released the garbage of the connection storm, which it does gradually. */
async function idleRss(server: ServerProcess): Promise<number> {
  let least = Infinity
  for (let turn = 0; turn < 6; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    least = Math.min(least, (await server.usage(true)).rssBytes)
  }
  return least
}

const rounds: { bare: Round; gateway: Round }[] = []
for (let round = 0; round < ROUNDS; round++) {
  const bare = await measure('bare-server.ts', true, 'answer')
  const gateway = await measure('gateway-server.ts', true, 'null')
  rounds.push({ bare, gateway })
  console.log(`bare     ${describe(bare)}`)
  console.log(`gateway  ${describe(gateway)}`)
}
const memory = medianBy(rounds, ({ bare, gateway }) => gateway.kbEach / bare.kbEach)
const storm = medianBy(rounds, ({ bare, gateway }) => gateway.perCpuSecond / bare.perCpuSecond)
console.log(
  JSON.stringify({
    bench: 'connections',
    system: round(memory.gateway.kbEach),
    limit: round(memory.bare.kbEach),
    ratio: round(memory.gateway.kbEach / memory.bare.kbEach),
    unit: 'KB RSS per idle tracker',
    connected: COUNT,
    loginsPerCpuSecond: Math.round(storm.gateway.perCpuSecond),
    acceptsPerCpuSecond: Math.round(storm.bare.perCpuSecond),
    loginRatio: round(storm.gateway.perCpuSecond / storm.bare.perCpuSecond),
    loginP99Ms: Math.round(medianBy(rounds, ({ gateway }) => gateway.p99Ms).gateway.p99Ms),
  }),
)

function describe({ kbEach, perCpuSecond, perSecond, p99Ms }: Round): string {
  return `${kbEach.toFixed(2)} KB each, ${Math.round(perCpuSecond)}/CPU-s, ${Math.round(perSecond)}/s, p99 ${Math.round(p99Ms)} ms`
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
