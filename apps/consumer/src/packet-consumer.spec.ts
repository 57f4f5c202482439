import type { SubscribeOptions } from '@roadbook/event-log'
import { createLogger } from '@roadbook/platform'
import { Activity } from './activity.js'
import type { Context } from './context.js'
import { PacketConsumer } from './packet-consumer.js'

it('F8 counts it as activity, not as a stall, when the log cannot be read and is asked again', async () => {
  const activity = new Activity()
  const note = jest.spyOn(activity, 'note')
  let asked: SubscribeOptions | undefined
  const log = { subscribe: async (options: SubscribeOptions) => void (asked = options) }
  const logger = createLogger('consumer', 'silent')
  const consumer = new PacketConsumer({ activity, log, logger } as unknown as Context, 60_000, 0)
  await consumer.start()
  asked?.onError?.(new Error('away'))
  expect(note).toHaveBeenCalled()
  await consumer.stop()
})
