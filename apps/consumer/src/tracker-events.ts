import { Topic, type TrackerEvent } from '@roadbook/contracts'
import type { Batch, ReceivedMessage, Subscription } from '@roadbook/event-log'
import type { Context } from './context.js'
import { GROUP } from './metrics.js'
import type { Unusable } from './quarantine.js'
import { untilItWorks } from './retry.js'

type DeviceInformation = Extract<TrackerEvent, { type: 'deviceInformation' }>

// What a tracker does not say stays as it is; rows that would not change are left alone.
const REMEMBER = `UPDATE devices d SET iccid = new.iccid, firmware_version = new.firmware, settings_crc = new.crc,
    model = new.model, updated_at = now()
  FROM (
    SELECT o.id, coalesce($2, o.iccid) AS iccid, coalesce($3, o.firmware_version) AS firmware,
      coalesce($4, o.settings_crc) AS crc, coalesce(o.model, $5) AS model
    FROM devices o WHERE o.imei = $1
  ) AS new
  WHERE d.id = new.id AND (d.iccid, d.firmware_version, d.settings_crc, d.model)
    IS DISTINCT FROM (new.iccid, new.firmware, new.crc, new.model)`

/** Reads `tracker.events`: what a tracker says about itself goes into the devices. The other events are for others. */
export class TrackerEventConsumer {
  #subscription: Subscription | undefined

  constructor(private readonly context: Context) {}

  async start(): Promise<void> {
    const { log, logger } = this.context
    this.#subscription = await log.subscribe({
      topic: Topic.events,
      group: GROUP,
      onBatch: (batch) => this.handle(batch),
      onError: (error) => logger.warn({ err: error }, 'reading tracker events'),
    })
  }

  async stop(): Promise<void> {
    await this.#subscription?.stop()
  }

  private async handle(batch: Batch): Promise<void> {
    const { quarantine, logger, pool } = this.context
    const { signal } = batch
    const onRetry = async (error: unknown) => {
      logger.warn({ err: error }, 'waiting to note tracker events')
      await batch.heartbeat()
    }
    const newest = new Map<string, DeviceInformation>()
    const unusable: Unusable[] = []
    for (const message of batch.messages) {
      const event = parse(message)
      if (event instanceof Error) unusable.push({ message, reason: `undecodable event: ${event.message}` })
      else if (event.type === 'deviceInformation') newest.set(event.imei, { ...newest.get(event.imei), ...event })
    }
    await untilItWorks(() => quarantine.reject(unusable), { signal, onRetry })
    for (const { imei, iccid, firmware, settingsCrc, model } of newest.values()) {
      const values = [imei, iccid ?? null, firmware ?? null, settingsCrc ?? null, model ?? null]
      await untilItWorks(() => pool.query(REMEMBER, values), { signal, onRetry })
    }
    await batch.commit()
  }
}

function parse({ value, key }: ReceivedMessage): TrackerEvent | Error {
  try {
    const event = JSON.parse(value.toString()) as TrackerEvent
    if (typeof event !== 'object' || event === null || event.imei !== key) return new Error(`no event of ${JSON.stringify(key)}`)
    return event
  } catch (error) {
    return error as Error
  }
}
