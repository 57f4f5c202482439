import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import { Disclosures } from '../../disclosures/index.js'
import { tokenHash } from '../../auth/tokens/bearer-token.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { existing, notFound, Problem } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import { toAskedResponse, toDisclosedResponse } from './consent-response.js'
import { afterAnswer, type ConsentAnswer, type ConsentState } from './consent-rules.js'
import type { AskedConsentRow } from './consent.row.js'
import { ConsentsRepository } from './consents.repository.js'
import { CustomerAnswersRepository } from './customer-answers.repository.js'
import type { AskedConsentDto } from './dto/asked-consent.dto.js'
import { say } from './texts.js'

const ACTIONS = { approve: 'consent.grant', decline: 'consent.decline', revoke: 'consent.revoke' } as const

/** The customer's side of access to the location of their vehicle. The customer uses a link in a mail and has no account. */
@Injectable()
export class CustomerAnswersService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly answers: CustomerAnswersRepository,
    private readonly consents: ConsentsRepository,
    private readonly disclosures: Disclosures,
    private readonly audit: AuditLog,
  ) {}

  async show(link: string): Promise<AskedConsentDto> {
    const seenBy = await this.disclosures.businessOf(link)
    if (seenBy !== undefined) return this.disclosed(seenBy, link)
    const hash = tokenHash(link)
    const business = await this.business(hash)
    return this.database.read([business], async (transaction) =>
      toAskedResponse(found(await this.answers.read(transaction, hash))),
    )
  }

  /**
   * Stores the answer. A repeated answer has no effect.
   * @throws Problem when it is too late for this answer
   */
  async answer(link: string, answer: ConsentAnswer, origin: RequestOrigin): Promise<AskedConsentDto> {
    const seenBy = await this.disclosures.businessOf(link)
    if (seenBy !== undefined) return this.end(seenBy, link, answer, origin)
    const hash = tokenHash(link)
    const business = await this.business(hash)
    return this.database.write([business], async (transaction) => {
      const asked = found(await this.answers.find(transaction, hash))
      const next = afterAnswer(asked.state, answer)
      if (next === undefined) throw tooLate(asked.state)
      if (next !== asked.state) await this.take(transaction, asked, answer, origin)
      return toAskedResponse(found(await this.answers.read(transaction, hash)))
    })
  }

  private disclosed(business: number, link: string): Promise<AskedConsentDto> {
    return this.database.read([business], async (transaction) =>
      toDisclosedResponse(existing(await this.disclosures.find(transaction, link), 'request')),
    )
  }

  /** Ends a disclosure. Customers are notified of disclosures, but are not asked to approve them. */
  private async end(business: number, link: string, answer: ConsentAnswer, origin: RequestOrigin): Promise<AskedConsentDto> {
    await this.database.write([business], async (transaction) => {
      const before = existing(await this.disclosures.find(transaction, link), 'request')
      if (afterAnswer(before.state, answer) !== 'revoked') throw tooLate(before.state)
      const { state } = existing(await this.disclosures.end(transaction, link), 'request')
      if (state !== 'granted') return
      await this.audit.recordOutsider(transaction, {
        actor: before.customer_name ?? 'Customer',
        origin,
        action: 'disclosure.end',
        type: 'entity',
        id: before.entity_id,
        businessId: business,
        after: { about: before.kind },
      })
    })
    return this.disclosed(business, link)
  }

  private async take(
    transaction: ScopedTransaction,
    asked: AskedConsentRow,
    answer: ConsentAnswer,
    origin: RequestOrigin,
  ): Promise<void> {
    if (answer === 'approve') await this.consents.grant(transaction, asked.id)
    else if (answer === 'decline') await this.consents.decline(transaction, asked.id)
    else await this.consents.revoke(transaction, asked.id, 'customer')
    await this.audit.recordOutsider(transaction, {
      actor: asked.customer_name ?? 'Customer',
      origin,
      action: ACTIONS[answer],
      type: 'entity',
      id: asked.entity_id,
      businessId: asked.business_id,
      after: { channel: 'mail' },
    })
  }

  /** Returns the business of a link. Every invalid link gets the same error. */
  private async business(hash: Buffer): Promise<number> {
    const business = await this.answers.findBusiness(hash)
    if (business === undefined) throw notFound('request')
    return business
  }
}

const tooLate = (state: ConsentState) => new Problem('conflict', say('too-late', { state: say(`state.${state}`) }))

function found(row: AskedConsentRow | undefined): AskedConsentRow {
  if (!row) throw notFound('request')
  return row
}
