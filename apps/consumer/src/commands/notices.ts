import { Topic, type CommandNotice } from '@roadbook/contracts'
import type { EventLog } from '@roadbook/event-log'

/** Notifies the gateways that the next command of each of these trackers may be sent. */
export async function publishNotices(log: EventLog, imeis: Iterable<string>): Promise<void> {
  const messages = [...new Set(imeis)].map((imei) => {
    const notice: CommandNotice = { imei }
    return { key: imei, value: Buffer.from(JSON.stringify(notice)) }
  })
  if (messages.length > 0) await log.publish(Topic.commands, messages)
}
