import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import { ConsumerViews } from '../../../audit/consumer-views.js'
import type { Acting } from '../../../auth/acting.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { notFound } from '../../../http/problems.js'
import { DevicePeriodsRepository, DeviceVisibility } from '../../device-status/index.js'
import { auditedDevice, toDeviceResponse } from '../device-response.js'
import type { DeviceRow } from '../device.row.js'
import { DevicesRepository } from '../devices.repository.js'
import type { DeviceDto } from '../dto/device.dto.js'
import { type DoubtedSenderDto, NEWCOMERS_STANDINGS } from './doubted-sender.dto.js'
import { type Decision, DoubtedSendersRepository, type SenderRow } from './doubted-senders.repository.js'

type Seen = Awaited<ReturnType<DoubtedSendersRepository['decide']>>

/**
 * Senders that claimed to be a tracker but were not accepted (G-105). When a person accepts a sender as the tracker, the data
 * that it sent is stored too.
 */
@Injectable()
export class DoubtedSendersService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly devices: DevicesRepository,
    private readonly periods: DevicePeriodsRepository,
    private readonly senders: DoubtedSendersRepository,
    private readonly views: ConsumerViews,
    private readonly audit: AuditLog,
  ) {}

  async list(by: Acting, deviceId: number): Promise<DoubtedSenderDto[]> {
    const { senders, entityId } = await this.database.read(by.caller.scope, async (transaction) => {
      const device = await this.devices.findOne(transaction, deviceId)
      if (!device) throw notFound('device')
      const visibility = new DeviceVisibility(await this.periods.findPeriods(transaction, by.caller, deviceId))
      const rows = await this.senders.findOpen(transaction, deviceId)
      return { senders: rows.map((row) => toSender(row, visibility)), entityId: device.entity_id }
    })
    const isPlaceSeen = senders.some(({ latitude }) => latitude !== null)
    if (isPlaceSeen && entityId !== null) await this.views.note(by, { entityIds: [entityId], kind: 'list' })
    return senders
  }

  /** Accepts the sender as the tracker. The consumer process stores the sender's data shortly afterwards. */
  accept(by: Acting, deviceId: number, senderId: number): Promise<DeviceDto> {
    return this.decide(by, { deviceId, senderId, decision: 'accepted' })
  }

  /** Refuses the sender. Its data stays unused in the log. */
  refuse(by: Acting, deviceId: number, senderId: number): Promise<DeviceDto> {
    return this.decide(by, { deviceId, senderId, decision: 'refused' })
  }

  private decide(by: Acting, which: { deviceId: number; senderId: number; decision: Decision }): Promise<DeviceDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.locked(transaction, which.deviceId)
      const sender = await this.senders.decide(transaction, { ...which, userId: by.caller.userId })
      if (!sender) throw notFound('sender')
      if (which.decision === 'accepted') await this.senders.bind(transaction, before.id, bindingOf(before, sender))
      const { newcomer_network, ...seen } = sender
      if (newcomer_network !== null) {
        await this.senders.settle(transaction, { ...which, network: newcomer_network, userId: by.caller.userId })
      }
      const after = await this.locked(transaction, which.deviceId)
      await this.audit.record(transaction, by, `device.sender-${which.decision === 'accepted' ? 'accept' : 'refuse'}`, {
        type: 'device',
        id: after.id,
        businessId: after.business_id,
        before: auditedDevice(before),
        after: { ...auditedDevice(after), sender: seen },
      })
      return toDeviceResponse(after)
    })
  }

  private async locked(transaction: ScopedTransaction, id: number): Promise<DeviceRow> {
    const row = await this.devices.lock(transaction, id)
    if (!row) throw notFound('device')
    return row
  }
}

/**
 * Returns the pins of a device (required protocol, network and certificate) for an accepted sender. Changes only the pin that
 * the sender failed. Accepting another protocol, for example, leaves the pins of network and certificate as they are.
 */
function bindingOf({ source_network, client_certificate }: DeviceRow, { reason, ...seen }: NonNullable<Seen>) {
  return {
    protocol: reason === 'protocol' ? seen.protocol : null,
    network: reason === 'network' ? seen.network : source_network,
    certificate: reason === 'certificate' ? seen.certificate : client_certificate,
  }
}

/**
 * Returns the sender. For a customer's vehicle, returns only the sender's identity. Its times and counts are left out,
 * because the sender may be the true tracker, and they could then reveal a ride.
 */
function toSender(row: SenderRow, visibility: DeviceVisibility): DoubtedSenderDto {
  const { id, reason, protocol, network, certificate } = row
  const who = { id, reason, protocol, network, certificate }
  const times = [row.first_at, row.last_at, ...(row.positioned_at ? [row.positioned_at] : [])]
  if (!times.every((at) => visibility.isShown(at.getTime()))) return { ...who, ...HIDDEN }
  const { packets, packets_not_kept, fixes, latitude, longitude, first_at, last_at, positioned_at } = row
  const standing = NEWCOMERS_STANDINGS.find((one) => one === row.standing) ?? null
  const at = {
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
    positioned_at: positioned_at?.toISOString() ?? null,
  }
  return { ...who, packets, packets_not_kept, fixes, ...at, latitude, longitude, standing, location_hidden: false }
}

const HIDDEN = {
  packets: null,
  packets_not_kept: null,
  fixes: null,
  first_at: null,
  last_at: null,
  positioned_at: null,
  latitude: null,
  longitude: null,
  standing: null,
  location_hidden: true,
}
