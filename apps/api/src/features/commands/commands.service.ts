import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { IDEMPOTENCY_KEY } from '../../http/idempotency-key.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { existing, invalid, Problem } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import type { CommandDeviceRow, CommandRow } from './command.row.js'
import { COMMAND_LIST } from './command-list.js'
import { CommandNotices } from './command-notices.js'
import { CommandsRepository } from './commands.repository.js'
import type { AskCommandDto } from './dto/ask-command.dto.js'
import type { CommandDto } from './dto/command.dto.js'
import { assertSendable } from './sendable.js'
import { say } from './texts.js'

const DAY_S = 24 * 3_600
/** Maximum queued commands of one tracker. A larger number is probably from a runaway script. */
const MAX_QUEUED = 50

/** Commands in the vendor's syntax. This service adds, lists and cancels them. Gateways send them. */
@Injectable()
export class CommandsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly commands: CommandsRepository,
    private readonly notices: CommandNotices,
    private readonly audit: AuditLog,
  ) {}

  async list(caller: Caller, deviceId: number, criteria: ListCriteria<number>): Promise<Page<CommandDto>> {
    const { rows, total } = await this.database.read(caller.scope, async (transaction) => {
      const device = await this.device(transaction, deviceId)
      return COMMAND_LIST.findPage(transaction, caller, { ...criteria, own: device.id })
    })
    return { data: rows.map(toApiRow), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  /** Adds a command. A repeated request with the same Idempotency-Key returns the first command in its present state. */
  async ask(
    by: Acting,
    deviceId: number,
    { text, expires_in }: AskCommandDto,
    idempotencyKey: string | null,
  ): Promise<CommandDto> {
    const expiresInS = expires_in ?? DAY_S
    const { device, command } = await this.database.write(by.caller.scope, async (transaction) => {
      const device = await this.device(transaction, deviceId)
      const known = await this.findAsked(transaction, by.caller, device, text, idempotencyKey)
      if (known) return { device, command: known }
      assertSendable(device, text)
      if ((await this.commands.countQueued(transaction, device.id)) >= MAX_QUEUED) {
        throw new Problem('conflict', say('queue-full', { max: MAX_QUEUED }))
      }
      const id = await this.commands.add(transaction, by.caller, device, { text, expiresInS, idempotencyKey })
      if (id === undefined) {
        const other = await this.findAsked(transaction, by.caller, device, text, idempotencyKey)
        return { device, command: other ?? (await this.found(transaction, by.caller, device.id, 0)) }
      }
      await this.audit.record(transaction, by, 'device.command', {
        id: device.id,
        after: { command_id: id, text, expires_in: expiresInS },
      })
      return { device, command: await this.found(transaction, by.caller, device.id, id) }
    })
    if (device.imei !== null && command.state === 'queued') this.notices.publish(device.imei)
    return toApiRow(command)
  }

  async cancel(by: Acting, deviceId: number, id: number): Promise<CommandDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const device = await this.device(transaction, deviceId)
      const before = await this.found(transaction, by.caller, device.id, id)
      if (!(await this.commands.cancel(transaction, device.id, id))) {
        const isUndo = before.kind === 'undo'
        throw new Problem('conflict', isUndo ? say('undo-stays') : say('cannot-cancel', { state: say(`state.${before.state}`) }))
      }
      await this.audit.record(transaction, by, 'device.command.cancel', {
        id: device.id,
        before: { command_id: id, text: before.text },
      })
      return toApiRow(await this.found(transaction, by.caller, device.id, id))
    })
  }

  private async device(transaction: ScopedTransaction, id: number): Promise<CommandDeviceRow> {
    return existing(await this.commands.findDevice(transaction, id), 'device')
  }

  private async found(transaction: ScopedTransaction, caller: Caller, deviceId: number, id: number): Promise<CommandRow> {
    return existing(await this.commands.findOne(transaction, caller, deviceId, id), 'command')
  }

  private async findAsked(
    transaction: ScopedTransaction,
    caller: Caller,
    device: CommandDeviceRow,
    text: string,
    key: string | null,
  ): Promise<CommandRow | undefined> {
    const asked = key === null ? undefined : await this.commands.findAsked(transaction, caller, key)
    if (!asked) return undefined
    if (asked.device_id !== device.id || asked.text !== text) {
      throw invalid({ [IDEMPOTENCY_KEY]: [say('another-command')] })
    }
    return this.found(transaction, caller, device.id, asked.id)
  }
}
