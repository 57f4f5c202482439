import { createHash } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { forFileName, type MadeFile } from '../../http/file-answer.js'
import { existing, invalid, Problem } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import { documentIn, type DocumentType } from '../../photos/index.js'
import { type Finding, ResourceService } from '../../resources/index.js'
import { absent } from '../../texts/platform.js'
import type {
  AddInsuranceDocumentDto,
  CreateInsuranceDto,
  InsuranceDocumentDto,
  InsuranceDto,
  InsurerOptionDto,
  UpdateInsuranceDto,
} from './dto/insurance.dto.js'
import { type InsuranceRow, InsurancesRepository } from './insurances.repository.js'
import { say } from './texts.js'

export const MAX_DOCUMENTS = 5
const ENDINGS: Readonly<Record<DocumentType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** Insurances of vehicles (R-194, R-325, G-74). The history of the vehicle shows the changes. */
@Injectable()
export class InsurancesService extends ResourceService<InsuranceRow, InsuranceDto> {
  @Inject(InsurancesRepository) private readonly insurances: InsurancesRepository
  protected readonly of = 'insurance'
  protected readonly toDto = (row: InsuranceRow) => toApiRow(row)
  protected readonly audited = auditedInsurance

  create(by: Acting, { entity_id, ...values }: CreateInsuranceDto): Promise<InsuranceDto> {
    return this.make(by, 'entity.insurance-add', async (transaction) => {
      const id = await this.insurances.add(transaction, entity_id, values, by.caller.userId)
      if (id === undefined) throw invalid({ entity_id: [absent('entity')] })
      return id
    })
  }

  update(by: Acting, id: number, body: UpdateInsuranceDto, ifMatch: string | null): Promise<InsuranceDto> {
    const save = (transaction: ScopedTransaction) => this.insurances.save(transaction, id, body)
    return this.change(by, id, 'entity.insurance-change', save, { ifMatch })
  }

  delete(by: Acting, id: number): Promise<void> {
    return this.remove(by, id, 'entity.insurance-remove', (transaction) => this.insurances.remove(transaction, id))
  }

  ofEntity(caller: Caller, entityId: number): Promise<InsuranceDto[]> {
    return this.database.read(caller.scope, async (transaction) =>
      existing(await this.insurances.ofEntity(transaction, entityId), 'entity').map(toApiRow),
    )
  }

  insurers(caller: Caller): Promise<InsurerOptionDto[]> {
    return this.database.read(caller.scope, (transaction) => this.insurances.insurers(transaction))
  }

  /** Adds a document. If the same document was added before, returns the existing one. */
  addDocument(by: Acting, id: number, { name, content: base64 }: AddInsuranceDocumentDto): Promise<InsuranceDocumentDto> {
    const document = documentIn(base64)
    const sha256 = createHash('sha256').update(document.content).digest('hex')
    const isSame = (one: InsuranceDocumentDto) => one.sha256 === sha256
    return this.database.write(by.caller.scope, async (transaction) => {
      const { caller } = by
      const before = await this.found(transaction, id, { caller, isLocked: true })
      const there = before.documents.find(isSame)
      if (there) return there
      if (before.documents.length >= MAX_DOCUMENTS) {
        throw new Problem('conflict', say('too-many-documents', { max: MAX_DOCUMENTS }))
      }
      await this.insurances.addDocument(transaction, id, { name, ...document })
      await this.recordDocument(transaction, by, before, 'add', name)
      const added = (await this.found(transaction, id, { caller })).documents.find(isSame)
      if (!added) throw new Error('a document that was just added is not there')
      return added
    })
  }

  document(caller: Caller, id: number, documentId: number): Promise<MadeFile> {
    return this.database.read(caller.scope, async (transaction) => {
      await this.found(transaction, id, { caller })
      const found = await this.insurances.findDocument(transaction, id, documentId)
      const { name, media_type: type, content } = existing(found, 'document')
      return { name: `${forFileName(name) || 'document'}.${ENDINGS[type]}`, type, content }
    })
  }

  removeDocument(by: Acting, id: number, documentId: number): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.found(transaction, id, { caller: by.caller, isLocked: true })
      const { name } = existing(
        before.documents.find((one) => one.id === documentId),
        'document',
      )
      await this.insurances.removeDocument(transaction, id, documentId)
      await this.recordDocument(transaction, by, before, 'remove', name)
    })
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<InsuranceRow | undefined> {
    return this.insurances.findOne(transaction, id, isLocked)
  }

  protected override about({ entity_id: id, business_id: businessId }: InsuranceRow) {
    return { id, businessId }
  }

  private recordDocument(
    transaction: ScopedTransaction,
    by: Acting,
    row: InsuranceRow,
    change: 'add' | 'remove',
    document: string,
  ): Promise<void> {
    const { insurer, policy_number } = row
    return this.audit.record(transaction, by, `entity.insurance-document-${change}`, {
      ...this.about(row),
      after: { insurer, policy_number, document },
    })
  }
}

const auditedInsurance = (row: InsuranceRow) => {
  const { insurer, policy_number, coverage, starts_on, ends_on, insured_value_minor, currency } = row
  return { insurer, policy_number, coverage, starts_on, ends_on, insured_value_minor, currency }
}
