import { Topic } from '@roadbook/contracts'
import { GROUP } from '@roadbook/consumer/metrics'
import type { LogKeeper, LogReader } from '@roadbook/event-log'

/**
 * Topics whose partitions consumer processes share. Of the other topics, every reader reads all messages, so more
 * partitions would have no advantage.
 */
const SHARED = [Topic.packets, Topic.events] as const

/**
 * Raises the number of partitions of the topics that consumer processes share. A tracker's messages may then go to another
 * partition. They stay in order only if no earlier message of the tracker waits in the old partition. Gateways must
 * therefore be stopped, and consumer processes must have read everything.
 * @param say receives each line about what was done and what is next
 * @throws Error with what to do first. Nothing is changed then
 */
export async function raisePartitions(
  log: LogReader & LogKeeper,
  partitions: number,
  say: (line: string) => void,
): Promise<void> {
  const topics = await Promise.all(SHARED.map(async (topic) => ({ topic, stats: await log.stats(topic) })))
  const unmade = topics.find(({ stats }) => stats.partitions === 0)
  if (unmade)
    throw new Error(
      `${unmade.topic} does not exist yet: set EVENT_LOG_PARTITIONS=${partitions} for every process, and start the first`,
    )
  const growing = topics.filter(({ stats }) => stats.partitions < partitions)
  if (growing.length === 0) {
    const present = topics.map(({ topic, stats }) => `${topic} has ${stats.partitions}`).join(', ')
    throw new Error(`${present}: the number of partitions can only rise`)
  }
  await assertQuiet(log, topics)
  for (const { topic, stats } of growing) {
    await log.raisePartitions(topic, partitions)
    say(`${topic}: ${partitions} partitions, ${stats.partitions} before`)
  }
  say('Next: restart the consumers, so that they take the new partitions at once, then start the gateways.')
  say(`Set EVENT_LOG_PARTITIONS=${partitions} for every process, for a log that is made anew.`)
}

async function assertQuiet(log: LogReader, topics: readonly { topic: Topic; stats: { messages: number; groups: Group[] } }[]) {
  // Gateways are recognised by this topic: only they read commands, each in a group of its own.
  const gateways = (await log.stats(Topic.commands)).groups.filter(({ members }) => members > 0).length
  if (gateways > 0)
    throw new Error(
      `${gateways === 1 ? '1 gateway runs' : `${gateways} gateways run`}. Stop all gateways first: trackers keep what they record ` +
        'meanwhile, and send it afterwards. With gateways running, newer packets of a tracker would overtake older ones',
    )
  const waiting = topics.map(({ topic, stats }) => ({ topic, lag: lagOf(stats) })).filter(({ lag }) => lag > 0)
  if (waiting.length > 0)
    throw new Error(
      `${waiting.map(({ topic, lag }) => `${lag} messages of ${topic}`).join(' and ')} wait for a consumer. Let the consumers run ` +
        'until nothing waits (npx roadbook log stats), then run this again',
    )
}

interface Group {
  group: string
  lag: number
}

/**
 * Returns the number of messages that consumer processes have not committed. These are all messages if no consumer process has
 * ever read.
 */
const lagOf = ({ groups, messages }: { groups: readonly Group[]; messages: number }): number =>
  groups.find(({ group }) => group === GROUP)?.lag ?? messages
