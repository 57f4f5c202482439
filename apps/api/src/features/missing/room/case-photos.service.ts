import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { existing, invalid, Problem } from '../../../http/problems.js'
import { addedOnce, MAX_PHOTOS, type PhotoFile, photoFile, sentPhoto } from '../../../photos/index.js'
import { CaseEventsRepository } from './case-events.repository.js'
import { CasePhotosRepository } from './case-photos.repository.js'
import type { CasePhotoDto } from '../dto/case-room.dto.js'
import { type CaseCourseRow, MissingWritesRepository } from '../cases/missing-writes.repository.js'
import { say } from '../texts.js'

/** Photos of the vehicle for colleagues, the police and finders. A photo that shows too much can be removed. */
@Injectable()
export class CasePhotosService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly cases: MissingWritesRepository,
    private readonly photos: CasePhotosRepository,
    private readonly events: CaseEventsRepository,
    private readonly audit: AuditLog,
  ) {}

  add(by: Acting, caseId: number, base64: string): Promise<CasePhotoDto> {
    const sent = sentPhoto(base64)
    if (sent.type !== 'image/jpeg') throw invalid({ content: [say('photo-not-jpeg')] })
    return this.database.write(by.caller.scope, async (transaction) => {
      const found = await this.open(transaction, caseId)
      return addedOnce(sent, {
        all: () => this.photos.findAll(transaction, caseId),
        add: async () => {
          await this.photos.add(transaction, caseId, sent.content)
          await this.record(transaction, by, found, 'photo-added', sent.sha256)
        },
        tooMany: say('too-many-photos', { max: MAX_PHOTOS }),
      })
    })
  }

  list(caller: Caller, caseId: number): Promise<CasePhotoDto[]> {
    return this.database.read(caller.scope, async (transaction) => {
      existing(await this.cases.find(transaction, caseId), 'case')
      return this.photos.findAll(transaction, caseId)
    })
  }

  get(caller: Caller, caseId: number, id: number): Promise<PhotoFile> {
    return this.database.read(caller.scope, async (transaction) => {
      existing(await this.cases.find(transaction, caseId), 'case')
      return this.fileOf(transaction, caseId, id)
    })
  }

  async fileOf(transaction: ScopedTransaction, caseId: number, id: number): Promise<PhotoFile> {
    const content = existing(await this.photos.findContent(transaction, caseId, id), 'photo')
    return photoFile(`case-${caseId}-${id}`, 'image/jpeg', content)
  }

  remove(by: Acting, caseId: number, id: number): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const found = await this.open(transaction, caseId)
      const { sha256 } = existing(
        (await this.photos.findAll(transaction, caseId)).find((photo) => photo.id === id),
        'photo',
      )
      await this.photos.remove(transaction, caseId, id)
      await this.record(transaction, by, found, 'photo-removed', sha256)
    })
  }

  /** Locks the case. Photos can be changed only while the case is open. */
  private async open(transaction: ScopedTransaction, caseId: number): Promise<CaseCourseRow> {
    const found = existing(await this.cases.lock(transaction, caseId), 'case')
    if (found.state !== 'open') throw new Problem('conflict', say('not-open'))
    return found
  }

  private async record(
    transaction: ScopedTransaction,
    by: Acting,
    { id, business_id: businessId }: CaseCourseRow,
    kind: 'photo-added' | 'photo-removed',
    sha256: string,
  ): Promise<void> {
    await this.events.add(transaction, id, { kind, userId: by.caller.userId })
    const action = kind === 'photo-added' ? 'missing.photo' : 'missing.photo.remove'
    const change = kind === 'photo-added' ? { after: { sha256 } } : { before: { sha256 } }
    await this.audit.record(transaction, by, action, { type: 'missing-case', id, businessId, ...change })
  }
}
