// Subscriber that a test kills. It commits nothing of a batch, or only its first message, and then prints the batch to
// stdout.
import { openEventLog } from '@roadbook/event-log'

const { spec, databaseUrl, takeoverMs, group, commits } = JSON.parse(process.argv[2])
const log = await openEventLog(spec, { clientId: 'victim', takeoverMs, ...(databaseUrl && { databaseUrl }) })
await log.subscribe({
  topic: 'tracker.packets',
  group,
  async onBatch(batch) {
    const committed = commits === 'first' ? 1 : 0
    if (committed > 0) await batch.commit(batch.messages[0].offset)
    process.stdout.write(`${JSON.stringify({ values: batch.messages.map(({ value }) => value.toString()), committed })}\n`)
    await new Promise(() => undefined)
  },
})
