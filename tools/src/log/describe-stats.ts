import { Topic } from '@roadbook/contracts'
import { RECENT_MS, type TopicStats } from '@roadbook/event-log'

/** Describes a topic for people: one line for the topic and one for each group. */
export function describeStats(topic: Topic, stats: TopicStats, now: number): string[] {
  const { messages, bytes, oldestAt, newestAt, recentMessages, partitions, groups } = stats
  const perSecond = recentMessages / (RECENT_MS / 1_000)
  const head = [
    topic.padEnd(18),
    `${counted(messages, 'message')} in ${partitions} partitions`.padEnd(36),
    bytes === undefined ? '' : bytesText(bytes).padStart(9),
    `  ${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s`,
  ].join('')
  const ages =
    oldestAt === undefined || newestAt === undefined ? [] : [`oldest ${ago(now - oldestAt)}, newest ${ago(now - newestAt)}`]
  return [head.trimEnd(), ...ages.map((text) => `  ${text}`), ...groups.map((group) => `  ${describeGroup(group, now)}`)]
}

function describeGroup({ group, lag, members, waitingSince }: TopicStats['groups'][number], now: number): string {
  const waiting = waitingSince === undefined ? '' : `, the oldest ${ago(now - waitingSince)}`
  return `group ${group}: ${lag === 0 ? 'nothing' : counted(lag, 'message')} waiting${waiting}; ${counted(members, 'member')}`
}

const counted = (count: number, name: string): string => `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`

/** Formats a number of bytes with units in powers of ten: `1.4 GB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/** Formats an age in the largest unit that gives at least two: `3 min ago`. */
export function ago(ms: number): string {
  return ms < 0 ? 'just now' : `${durationText(ms)} ago`
}

/** Formats a duration in the largest unit that gives at least two: `90 s`, `3 h`. */
export function durationText(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1_000],
  ] as const
  const [unit, length] = units.find(([, each]) => ms >= 2 * each) ?? ['s', 1_000]
  return `${Math.floor(ms / length)} ${unit}`
}
