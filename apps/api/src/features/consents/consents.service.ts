import { randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import { tokenHash } from '../../auth/tokens/bearer-token.js'
import type { Caller } from '../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { existing, invalid, notFound, Problem } from '../../http/problems.js'
import { isMailAddress, Mailer } from '../../mail/index.js'
import { toConsentResponse, toConsumerEntityResponse } from './consent-response.js'
import { CONSENT_MINUTES, LINK_HOURS, MOST_MAILS_AN_HOUR } from './consent-rules.js'
import type { ConsentRow, ConsumerEntityRow } from './consent.row.js'
import { ConsentsRepository } from './consents.repository.js'
import type { ConsentDto } from './dto/consent.dto.js'
import type { ConsumerEntityDto } from './dto/consumer-entity.dto.js'
import type { RequestConsentDto } from './dto/request-consent.dto.js'
import { say } from './texts.js'

/**
 * The business's side of a consent (G-49). An installer or tester obtains the customer's consent before seeing the location of
 * the customer's vehicle. The consent is given by mail or in person.
 */
@Injectable()
export class ConsentsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly consents: ConsentsRepository,
    private readonly mailer: Mailer,
    private readonly audit: AuditLog,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  /** @param digits an IMEI, or its last six digits when they are unique in scope */
  get(caller: Caller, digits: string): Promise<ConsumerEntityDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const entity = await this.entity(transaction, caller, digits, false)
      return toConsumerEntityResponse(entity, await this.consents.findNewest(transaction, entity))
    })
  }

  /**
   * Requests a consent by mail, or records a consent that was given in person.
   * - If a consent is granted, returns it unchanged.
   * - If a request is pending, another request by mail returns the pending one.
   * - If a request is pending and the customer agrees in person, revokes the request and records a new consent.
   */
  request(by: Acting, digits: string, wish: RequestConsentDto): Promise<ConsentDto> {
    if (wish.channel === 'in-person' && wish.customer_agreed !== true) throw invalid({ customer_agreed: [say('confirm-agreed')] })
    return this.database.write(by.caller.scope, async (transaction) => {
      const entity = await this.entity(transaction, by.caller, digits, true)
      if (entity.consumer_id === null) throw new Problem('conflict', say('no-customer'))
      const present = await this.consents.findNewest(transaction, entity)
      if (present?.state === 'granted' || (present?.state === 'pending' && wish.channel === 'mail'))
        return toConsentResponse(present)
      // The new consent replaces the pending request. The mail of that request can then no longer be answered.
      if (present?.state === 'pending') await this.consents.revoke(transaction, present.id, 'business')
      if (wish.channel === 'mail') await this.ask(transaction, by.caller, entity)
      else await this.note(transaction, by.caller, entity)
      const consent = await this.newest(transaction, entity)
      await this.audit.record(transaction, by, wish.channel === 'mail' ? 'consent.request' : 'consent.grant', {
        type: 'entity',
        id: entity.id,
        after: { channel: wish.channel, customer: entity.customer_name, expires_at: consent.ends_at?.toISOString() ?? null },
      })
      return toConsentResponse(consent)
    })
  }

  /** Ends the business's access, or withdraws a pending request. */
  revoke(by: Acting, digits: string): Promise<ConsentDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const entity = await this.entity(transaction, by.caller, digits, true)
      const present = existing(await this.consents.findNewest(transaction, entity), 'consent')
      if (present.state !== 'granted' && present.state !== 'pending') return toConsentResponse(present)
      await this.consents.revoke(transaction, present.id, 'business')
      await this.audit.record(transaction, by, 'consent.revoke', {
        type: 'entity',
        id: entity.id,
        after: { customer: entity.customer_name },
      })
      return toConsentResponse(await this.newest(transaction, entity))
    })
  }

  private async ask(transaction: ScopedTransaction, caller: Caller, entity: ConsumerEntityRow): Promise<void> {
    const { SMTP_URL, PORTAL_URL } = this.configuration
    if (SMTP_URL === undefined || PORTAL_URL === undefined) throw new Problem('conflict', say('no-mail'))
    if (entity.email === null || entity.locale === null || entity.first_name === null)
      throw new Problem('conflict', say('no-email'))
    const { count, waitS } = await this.consents.countMails(transaction, entity.id)
    if (count >= MOST_MAILS_AN_HOUR) throw new Problem('tooMany', say('asked-enough'), { retryAfterS: waitS })
    const link = randomBytes(32).toString('base64url')
    await this.consents.addAsked(transaction, caller, entity, tokenHash(link))
    await this.mailer.send(transaction, {
      to: entity.email,
      locale: entity.locale,
      template: 'consent-request',
      requestedBy: caller,
      values: {
        firstName: entity.first_name,
        businessName: entity.business_name,
        entityName: entity.name,
        minutes: CONSENT_MINUTES,
        link: consentPage(PORTAL_URL, link),
        expiresAt: new Date(Date.now() + LINK_HOURS * 3_600_000).toISOString(),
      },
    })
  }

  /**
   * Records a consent that was given in person. Mails the customer a link to end the consent, because the business entered it
   * without the customer. No mail is sent if mail is not configured or the customer has no address.
   */
  private async note(transaction: ScopedTransaction, caller: Caller, entity: ConsumerEntityRow): Promise<void> {
    const { SMTP_URL, PORTAL_URL, SUPPORT_EMAIL: support } = this.configuration
    const { email, locale, first_name: firstName, business_name: businessName, name: entityName } = entity
    const isReached = email !== null && isMailAddress(email) && locale !== null && firstName !== null
    if (SMTP_URL === undefined || PORTAL_URL === undefined || !isReached)
      return this.consents.addGiven(transaction, caller, entity, null)
    const link = randomBytes(32).toString('base64url')
    await this.consents.addGiven(transaction, caller, entity, tokenHash(link))
    const expiresAt = new Date(Date.now() + CONSENT_MINUTES * 60_000).toISOString()
    const values = { firstName, businessName, entityName, support, expiresAt, link: consentPage(PORTAL_URL, link) }
    await this.mailer.send(transaction, { to: email, locale, template: 'consent-given', values, requestedBy: caller })
  }

  private async entity(
    transaction: ScopedTransaction,
    caller: Caller,
    digits: string,
    isLocked: boolean,
  ): Promise<ConsumerEntityRow> {
    if (!/^(\d{6}|\d{15})$/.test(digits)) throw notFound('device')
    const [entity, another] = await this.consents.findEntities(transaction, caller, digits, isLocked)
    if (!entity) throw notFound('device')
    if (another) throw new Problem('conflict', say('several-trackers'))
    return entity
  }

  private async newest(transaction: ScopedTransaction, entity: ConsumerEntityRow): Promise<ConsentRow> {
    const consent = await this.consents.findNewest(transaction, entity)
    if (!consent) throw new Error('a consent vanished in its own transaction')
    return consent
  }
}

/**
 * Returns the address of the page where a customer answers. The secret is the part after the #, because browsers do not send
 * that part to servers.
 */
const consentPage = (portalUrl: string, link: string) => `${portalUrl.replace(/\/$/, '')}/consent#${link}`
