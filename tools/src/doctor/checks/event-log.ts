import { Topic, type RejectedFrame } from '@roadbook/contracts'
import type { TopicStats } from '@roadbook/event-log'
import { GROUP } from '@roadbook/consumer/metrics'
import { durationText } from '../../log/describe-stats.js'
import { fail, ok, warn, type Check } from '../check.js'
import { messageOf } from '../examine.js'

const WARN_WAITING_MS = 60_000
const FAIL_WAITING_MS = 10 * 60_000
const DAY_MS = 86_400_000
/** Maximum number of rejected frames that are counted. If there are so many, the exact number does not matter. */
const MOST_REJECTED = 50_000
const MOST_REASONS = 5

export const eventLog: Check = {
  name: 'event log',
  look: async ({ log, environment }) => {
    const spec = environment.EVENT_LOG || 'postgres'
    if (!log) {
      const remedy = spec === 'postgres' ? 'mend the database first' : 'correct the variables that "configuration" names'
      return [fail(`the event log "${spec}" cannot be opened`, remedy)]
    }
    try {
      await log.ping()
      const where = spec === 'postgres' ? 'in the database' : spec
      const { partitions } = await log.stats(Topic.packets)
      if (partitions === 0)
        return [warn(`${where}: nobody has made its topics yet`, 'start a gateway, a consumer or an API: each makes them')]
      return [ok(where), ...judgePartitions(partitions, environment.EVENT_LOG_PARTITIONS)]
    } catch (error) {
      return [fail(`${spec}: ${messageOf(error)}`, remedyOf(error, spec))]
    }
  },
}

function remedyOf(error: unknown, spec: string): string {
  if (spec === 'postgres') return 'run: npx roadbook migrate'
  if ((error as Error).name === 'KafkaRefusedError') return 'correct the variable that the message names, for every process'
  return 'are the brokers of EVENT_LOG running and reachable?'
}

/** Reports a configured number of partitions that has no effect, because it was set after the topics were made. */
export function judgePartitions(present: number, wanted: string | undefined) {
  if (!wanted || Number(wanted) === present) return []
  const text = `${Topic.packets} has ${present} partitions, EVENT_LOG_PARTITIONS is ${wanted}`
  if (Number(wanted) < present) return [warn(text, `their number cannot fall: set EVENT_LOG_PARTITIONS=${present}`)]
  return [warn(text, `stop the gateways, and run: npx roadbook log partitions ${wanted}`)]
}

/** Checks whether the consumer processes keep up. */
export const consumption: Check = {
  name: 'consumption',
  needs: 'event log',
  look: async ({ log, now }) => {
    const topics = [Topic.packets, Topic.events]
    return Promise.all(topics.map(async (topic) => judgeConsumption(topic, await log.stats(topic), now())))
  },
}

export function judgeConsumption(
  topic: Topic,
  { groups, messages, partitions }: Pick<TopicStats, 'groups' | 'messages' | 'partitions'>,
  now: number,
) {
  const group = groups.find((one) => one.group === GROUP)
  const remedy = 'start a consumer, or look why it stopped: its log, and /health/ready on CONSUMER_HEALTH_PORT'
  if (!group) {
    const text = `${topic}: no consumer has ever read it`
    return messages > 0 ? fail(`${text}, ${messages} messages wait`, remedy) : warn(text, 'start a consumer')
  }
  const waitingMs = group.waitingSince === undefined ? 0 : now - group.waitingSince
  const waiting = `${topic}: ${group.lag} messages wait${waitingMs > 0 ? `, the oldest for ${durationText(waitingMs)}` : ''}`
  if (group.members === 0) return fail(`${waiting}, and no consumer reads`, remedy)
  if (waitingMs >= FAIL_WAITING_MS) return fail(`${waiting}: consumers have stalled`, remedy)
  if (waitingMs >= WARN_WAITING_MS)
    return warn(`${waiting}: consumers fall behind`, 'start one more consumer, or look what slows the database')
  if (group.members > partitions) {
    const text = `${waiting}; ${group.members} consumers read, but there are only ${partitions} partitions to share`
    return warn(text, 'stop those that have none, or give it more partitions: npx roadbook log partitions N')
  }
  return ok(`${waiting}; ${group.members} ${group.members === 1 ? 'consumer reads' : 'consumers read'}`)
}

/** Reports the unusable messages of the last day, by reason. */
export const rejected: Check = {
  name: 'rejected',
  needs: 'event log',
  look: async ({ log, now }) => {
    const reasons = new Map<string, number>()
    let frames = 0
    for await (const { value } of log.read(Topic.rejected, { from: now() - DAY_MS })) {
      const reason = reasonOf(value)
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      if (++frames >= MOST_REJECTED) break
    }
    if (frames === 0) return [ok('no frame was rejected in the last day')]
    const worst = [...reasons].sort(([, left], [, right]) => right - left).slice(0, MOST_REASONS)
    const remedy = 'see them: npx roadbook log tail --topic rejected --from 1d; after mending a decoder: npx roadbook replay'
    const amount = frames < MOST_REJECTED ? String(frames) : `more than ${MOST_REJECTED}`
    return [
      warn(`${amount} frames were rejected in the last day`, remedy),
      ...worst.map(([reason, count]) => warn(`${count} times: ${reason}`, '')),
    ]
  },
}

/** Returns the reason without numbers and names of trackers. Frames that differ only in these are thus counted together. */
function reasonOf(value: Buffer): string {
  try {
    const { reason, protocol, rejectedBy } = JSON.parse(value.toString()) as RejectedFrame
    return `${reason.slice(0, 200).replaceAll(/\d+/g, '#')} (${[protocol, rejectedBy].filter(Boolean).join(', ')})`
  } catch {
    return 'a message that is no rejected frame'
  }
}
