import { Injectable } from '@nestjs/common'
import type { Sentence } from '../../../texts/sentence.js'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { takenBy } from '../../../database/taken.js'
import { Disclosures } from '../../../disclosures/index.js'
import { assertUnchanged } from '../../../http/if-match.js'
import { existing, invalid, Problem } from '../../../http/problems.js'
import { CaseEventsRepository } from '../room/case-events.repository.js'
import { CaseRoomRepository } from '../room/case-room.repository.js'
import { CaseSharesRepository } from '../shares/case-shares.repository.js'
import type { CaseState } from './case-states.js'
import type { MissingCaseDto } from '../dto/missing-case.dto.js'
import type {
  AssignMissingCaseDto,
  CloseMissingCaseDto,
  NoteOnMissingCaseDto,
  ReopenMissingCaseDto,
  ReportMissingDto,
  ResolveMissingCaseDto,
  UpdateMissingCaseDto,
} from '../dto/write-missing-case.dto.js'
import { MissingCasesService } from './missing-cases.service.js'
import { type CaseCourseRow, MissingWritesRepository, type ReportableRow } from './missing-writes.repository.js'
import { say } from '../texts.js'

const conflict = (sentence: Sentence) => new Problem('conflict', sentence)
const reportedAlready = () => conflict(say('reported-already'))

/**
 * Reports vehicles missing, records changes to cases, ends cases and reopens them. The database stores the last position,
 * queues webhook events, and refuses a write that the customer was not notified of (`docs/schema/missing_cases.sql`).
 */
@Injectable()
export class MissingWritesService {
  constructor(
    private readonly writes: MissingWritesRepository,
    private readonly cases: MissingCasesService,
    private readonly events: CaseEventsRepository,
    private readonly rooms: CaseRoomRepository,
    private readonly shares: CaseSharesRepository,
    private readonly onceOnly: OnceOnly,
    private readonly disclosures: Disclosures,
    private readonly audit: AuditLog,
  ) {}

  async report(by: Acting, entityId: number, { reason, note = null }: ReportMissingDto): Promise<MissingCaseDto> {
    const id = await this.onceOnly.write(by, async (transaction) => {
      const { business_id: businessId } = await this.reportable(transaction, entityId)
      const opened = { entityId, reporter: by.caller.userId, reason, note }
      const added = await takenBy(this.writes.open(transaction, opened), reportedAlready)
      await this.events.add(transaction, added, { kind: 'reported', userId: by.caller.userId, reason, note })
      await this.disclosures.notify(transaction, by.caller, { kind: 'missing-case', id: added })
      await this.audit.record(transaction, by, 'missing.report', {
        type: 'missing-case',
        id: added,
        businessId,
        after: { entity_id: entityId, state: 'open', reason, note },
      })
      return added
    })
    return this.cases.get(by.caller, id)
  }

  /** Ends a case as found or given up. */
  end(
    by: Acting,
    id: number,
    state: Exclude<CaseState, 'open'>,
    { reason, note = null }: ResolveMissingCaseDto | CloseMissingCaseDto,
  ): Promise<MissingCaseDto> {
    return this.move(by, id, async (transaction, found) => {
      if (found.state !== 'open') throw conflict(say('ended-already'))
      const { userId } = by.caller
      await this.writes.end(transaction, id, { state, by: userId, reason, note })
      await this.events.add(transaction, id, { kind: state, userId, reason, note })
      await this.shares.revoke(transaction, id, null, userId)
      await this.record(transaction, by, state === 'resolved' ? 'missing.resolve' : 'missing.close', found, {
        state,
        reason,
        note,
      })
    })
  }

  /** Reopens a case that was ended too early. The conditions for a new case apply here too. */
  reopen(by: Acting, id: number, { reason, note = null }: ReopenMissingCaseDto): Promise<MissingCaseDto> {
    return this.move(by, id, async (transaction, found) => {
      if (found.state === 'open') throw conflict(say('is-open'))
      await this.reportable(transaction, found.entity_id)
      await takenBy(this.writes.reopen(transaction, id), reportedAlready)
      await this.events.add(transaction, id, { kind: 'reopened', userId: by.caller.userId, reason, note })
      await this.disclosures.notify(transaction, by.caller, { kind: 'missing-case', id })
      await this.record(transaction, by, 'missing.reopen', found, { state: 'open', reason, note })
    })
  }

  /** Changes the number of the police report, the reward or the insurer (G-82). */
  update(by: Acting, id: number, body: UpdateMissingCaseDto, ifMatch: string | null): Promise<MissingCaseDto> {
    return this.move(by, id, async (transaction, found) => {
      assertUnchanged(ifMatch, found.updated_at)
      const { police_report_number, reward, insurer } = found
      const before = { police_report_number, reward, insurer }
      const after = { ...body }
      if (Object.entries(after).every(([name, value]) => before[name as keyof typeof before] === value)) return
      await this.writes.setFacts(transaction, id, after)
      await this.events.add(transaction, id, { kind: 'changed', userId: by.caller.userId })
      await this.recordChange(transaction, by, 'missing.update', found, before, after)
    })
  }

  note(by: Acting, id: number, { text }: NoteOnMissingCaseDto): Promise<MissingCaseDto> {
    return this.move(by, id, async (transaction, found) => {
      const event = await this.events.add(transaction, id, { kind: 'noted', userId: by.caller.userId, note: text })
      await this.recordChange(transaction, by, 'missing.note', found, {}, { event, note: text })
    })
  }

  /** Assigns the case to a user. This user is notified when the vehicle moves. */
  assign(by: Acting, id: number, { user_id: userId }: AssignMissingCaseDto): Promise<MissingCaseDto> {
    return this.move(by, id, async (transaction, found) => {
      const { assignee_id: before, business_id: businessId } = found
      if (found.state !== 'open') throw conflict(say('not-open'))
      if (userId !== null && !(await this.rooms.isAssignee(transaction, userId, businessId))) {
        throw invalid({ user_id: [say('cannot-be-given')] })
      }
      if (userId === before) return
      await this.writes.assign(transaction, id, userId)
      await this.events.add(transaction, id, { kind: 'assigned', userId: by.caller.userId, assigneeId: userId })
      await this.recordChange(transaction, by, 'missing.assign', found, { assignee_id: before }, { assignee_id: userId })
    })
  }

  private async move(
    by: Acting,
    id: number,
    change: (transaction: ScopedTransaction, found: CaseCourseRow) => Promise<void>,
  ): Promise<MissingCaseDto> {
    await this.onceOnly.write(by, async (transaction) => {
      const found = existing(await this.writes.lock(transaction, id), 'case')
      await change(transaction, found)
      return id
    })
    return this.cases.get(by.caller, id)
  }

  /**
   * Checks that the vehicle can be reported. Recovery needs a subscription for the vehicle and a contract of its business
   * (R-164, R-219, R-220).
   */
  private async reportable(transaction: ScopedTransaction, entityId: number): Promise<ReportableRow> {
    const entity = existing(await this.writes.lockEntity(transaction, entityId), 'entity')
    if (entity.has_open_case) throw reportedAlready()
    const { has_subscription: isSubscribed, has_recovery_contract: isRecovered } = entity
    if (!isSubscribed && !isRecovered) {
      throw conflict(say('needs-both'))
    }
    if (!isSubscribed) throw conflict(say('needs-subscription'))
    if (!isRecovered) throw conflict(say('needs-contract'))
    return entity
  }

  private record(
    transaction: ScopedTransaction,
    by: Acting,
    action: string,
    found: CaseCourseRow,
    after: { state: CaseState; reason: string | null; note: string | null },
  ): Promise<void> {
    const { state, end_reason: reason, end_note: note } = found
    return this.recordChange(transaction, by, action, found, { state, reason, note }, after)
  }

  private recordChange(
    transaction: ScopedTransaction,
    by: Acting,
    action: string,
    { id, business_id: businessId }: CaseCourseRow,
    before: Record<string, unknown>,
    after: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(transaction, by, action, { type: 'missing-case', id, businessId, before, after })
  }
}
