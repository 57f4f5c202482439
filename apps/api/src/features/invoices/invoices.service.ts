import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { assertUnchanged } from '../../http/if-match.js'
import type { MadeFile } from '../../http/file-answer.js'
import { existing, invalid } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import type { ChangeInvoiceDetailsDto, InvoiceDetailsDto, InvoiceDto } from './dto/invoice.dto.js'
import { invoiceFile } from './invoice-file.js'
import { InvoicesRepository, type PartyRow } from './invoices.repository.js'
import { say } from './texts.js'
import { isVatNumber, plainVatNumber } from './vat/vat-numbers.js'

/** Reads issued invoices, and reads and writes the invoice details of a business. */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly invoices: InvoicesRepository,
    private readonly audit: AuditLog,
  ) {}

  get({ scope }: Caller, id: number): Promise<InvoiceDto> {
    return this.database.read(scope, async (transaction) =>
      toApiRow(existing(await this.invoices.findOne(transaction, id), 'invoice')),
    )
  }

  async file({ scope }: Caller, id: number): Promise<MadeFile> {
    const find = async (transaction: ScopedTransaction) => existing(await this.invoices.issued(transaction, { id }), 'invoice')
    return invoiceFile(await this.database.read(scope, find))
  }

  details({ scope, locale }: Caller, businessId: number): Promise<InvoiceDetailsDto> {
    return this.database.read(scope, async (transaction) => {
      const { updated_at } = await businessOf(transaction, businessId)
      return toPartyDto(await this.invoices.party(transaction, businessId), { locale, updated_at })
    })
  }

  saveDetails(by: Acting, businessId: number, body: ChangeInvoiceDetailsDto, ifMatch: string | null): Promise<InvoiceDetailsDto> {
    const { vat_number: number, prefix, ...party } = body
    const vatNumber = number ? plainVatNumber(number) : null
    if (vatNumber !== null && !isVatNumber(vatNumber, body.country)) throw invalid({ vat_number: [say('not-a-vat-number')] })
    return this.database.write(by.caller.scope, async (transaction) => {
      const { updated_at } = await businessOf(transaction, businessId, true)
      const before = await this.invoices.party(transaction, businessId)
      assertUnchanged(ifMatch, before?.updated_at ?? updated_at)
      await this.invoices.saveParty(transaction, {
        ...party,
        business_id: businessId,
        vat_number: vatNumber,
        prefix: prefix ?? '',
      })
      const after = await this.invoices.party(transaction, businessId)
      await this.audit.record(transaction, by, 'business.invoice-details', {
        id: businessId,
        businessId,
        before: before && audited(before),
        after: after && audited(after),
      })
      return toPartyDto(after, { locale: party.locale, updated_at })
    })
  }
}

const audited = ({ updated_at: _, business_id: __, ...party }: PartyRow): Record<string, unknown> => party

async function businessOf(transaction: ScopedTransaction, id: number, isLocked = false): Promise<{ updated_at: Date }> {
  const found = await transaction.row<{ updated_at: Date }>(sql`SELECT b.updated_at FROM businesses b
    WHERE b.id = ${id} AND ${transaction.within(sql`b.id`)} ${isLocked ? sql`FOR UPDATE` : sql``}`)
  return existing(found, 'business')
}

function toPartyDto(
  row: PartyRow | undefined,
  { locale, updated_at }: Pick<PartyRow, 'locale' | 'updated_at'>,
): InvoiceDetailsDto {
  if (!row) return { party: null, locale, prefix: '', updated_at: updated_at.toISOString() }
  const { name, address, postcode, city, country, vat_number } = row
  const party = { name, address, postcode, city, country, vat_number }
  return { party, locale: row.locale, prefix: row.prefix, updated_at: row.updated_at.toISOString() }
}
