import { Topic } from '@roadbook/contracts'
import { encodeLivePosition } from '@roadbook/contracts/packet-codec'
import type { Context } from '../context.js'
import { RetriableError } from '../retry.js'
import type { TrackedDevice } from '../tracked-device.js'
import type { Work } from '../work.js'

/** Publishes one position for each device in the batch: the newest. */
export async function publishLive(work: Work, context: Context): Promise<void> {
  await publishPositions(
    work.tracks.flatMap(({ tracked }) => (tracked?.isDirty ? tracked : [])),
    context,
  )
}

/** @throws RetriableError while the event log accepts nothing */
export async function publishPositions(devices: readonly TrackedDevice[], { log }: Context): Promise<void> {
  const messages = devices
    .filter((tracked) => tracked.isHeard && !tracked.device.isHistory)
    .map((tracked) => ({ key: String(tracked.device.deviceId), value: encodeLivePosition(tracked.toLivePosition()) }))
  if (messages.length === 0) return
  await log.publish(Topic.livePositions, messages).catch((cause: unknown) => {
    throw new RetriableError('the event log took no live positions', { cause })
  })
}
