import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../auth/caller.js'
import { tokenHash } from '../auth/tokens/bearer-token.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../configuration.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { isMailAddress, Mailer, type MailValues } from '../mail/index.js'
import { linkTo, newSecret } from '../sharing/index.js'
import type { ConcernedCustomer, DisclosedRow, Disclosure, DisclosureKind } from './disclosure.js'
import { DisclosuresRepository } from './disclosures.repository.js'

/** Ends a disclosure on behalf of the customer. */
export type EndDisclosure = (transaction: ScopedTransaction, disclosed: DisclosedRow) => Promise<void>

const CHANGES = { 'missing-case': 'missing', 'case-link': 'link', 'shown-move': 'moved' } as const

/**
 * Records that staff can see the location of a customer's vehicle without consent, and mails the customer. Both happen in the
 * transaction that makes the location visible. The database refuses to make it visible in any other way (`customers_know`).
 */
@Injectable()
export class Disclosures {
  readonly #ends = new Map<DisclosureKind, EndDisclosure>()

  constructor(
    private readonly repository: DisclosuresRepository,
    private readonly mailer: Mailer,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  /** Sets the function that ends disclosures of a kind. The feature that makes the location visible provides it. */
  endsBy(kind: DisclosureKind, end: EndDisclosure): void {
    this.#ends.set(kind, end)
  }

  /** Does nothing when the vehicle does not belong to a customer. */
  async notify(transaction: ScopedTransaction, caller: Caller, disclosure: Disclosure): Promise<void> {
    const customer = await this.repository.findCustomer(transaction, disclosure)
    if (!customer) return
    const mail = this.mailTo(customer, disclosure.kind)
    const one = { consumerId: customer.consumer_id, by: caller.userId, linkHash: mail?.linkHash ?? null }
    await this.repository.add(transaction, disclosure, one)
    if (!mail) return
    const { to, locale, values } = mail
    await this.mailer.send(transaction, { to, locale, values, template: 'location-disclosed', requestedBy: caller })
  }

  /** Returns the business whose staff see the disclosed vehicle. Returns undefined for a link of another kind. */
  businessOf(link: string): Promise<number | undefined> {
    return this.repository.findBusiness(tokenHash(link))
  }

  find(transaction: ScopedTransaction, link: string): Promise<DisclosedRow | undefined> {
    return this.repository.find(transaction, tokenHash(link), false)
  }

  /** @returns the disclosure before it was ended; undefined when there is none */
  async end(transaction: ScopedTransaction, link: string): Promise<DisclosedRow | undefined> {
    const found = await this.repository.find(transaction, tokenHash(link), true)
    if (found?.state !== 'granted') return found
    const end = this.#ends.get(found.kind)
    if (!end) throw new Error(`nobody says how a customer ends ${found.kind}`)
    await end(transaction, found)
    await this.repository.end(transaction, found.id)
    return found
  }

  /**
   * Returns the mail. Returns undefined when mails are off or the customer has no address. The location becomes visible
   * nevertheless, so that a missing vehicle can be found.
   */
  private mailTo(customer: ConcernedCustomer, kind: DisclosureKind) {
    const { SMTP_URL, PORTAL_URL, SUPPORT_EMAIL: support } = this.configuration
    const { first_name: firstName, email: to, locale, entity_name: entityName, business_name: businessName } = customer
    if (SMTP_URL === undefined || PORTAL_URL === undefined || to === null || !isMailAddress(to)) return undefined
    if (locale === null || firstName === null || entityName === null || businessName === null) return undefined
    const { secret, hash: linkHash } = newSecret()
    const link = linkTo(this.configuration, 'consent', secret)
    const expiresAt = customer.expires_at?.toISOString()
    const values: MailValues['location-disclosed'] = {
      firstName,
      businessName,
      entityName,
      change: CHANGES[kind],
      support,
      link,
      ...(expiresAt !== undefined && { expiresAt }),
    }
    return { to, locale, values, linkHash }
  }
}
