import { Inject, Injectable } from '@nestjs/common'
import type { Permission } from '@roadbook/contracts'
import { AuditLog } from '../../audit/audit-log.js'
import { tokenHash } from '../../auth/tokens/bearer-token.js'
import type { Acting } from '../../auth/acting.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import { invalid, Problem } from '../../http/problems.js'
import type { ShopLinkDto } from './dto/shop-link.dto.js'
import type { ShopVisitorDto } from './dto/shop-visitor.dto.js'
import { newShopCode, shopLink } from './shop-code.js'
import { ShopRepository } from './shop.repository.js'
import { say } from './texts.js'

/** Permission to enter the shop. */
export const SHOP_PERMISSION = 'create:order' satisfies Permission

/**
 * Link to the dealership shop (G-86). A code is made when the user clicks the link. The shop's server then exchanges the code
 * for the user's data.
 */
@Injectable()
export class ShopService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly codes: ShopRepository,
    private readonly audit: AuditLog,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  async link(by: Acting): Promise<ShopLinkDto> {
    const shopUrl = this.configuration.SHOP_URL
    if (shopUrl === undefined) throw new Problem('notFound', say('no-shop'))
    await this.codes.removeExpired()
    const code = newShopCode()
    const expiresAt = await this.database.write(by.caller.scope, async (transaction) => {
      const end = await this.codes.add(transaction, by.caller.userId, tokenHash(code))
      await this.audit.record(transaction, by, 'shop.link', {
        type: 'user',
        id: by.caller.userId,
        after: { expires_at: end.toISOString() },
      })
      return end
    })
    return { url: shopLink(shopUrl, code), expires_at: expiresAt.toISOString() }
  }

  /** Exchanges a code for its user. Every invalid code gets the same error, so that guessing reveals nothing. */
  async exchange(code: string): Promise<ShopVisitorDto> {
    const visitor = await this.codes.use(tokenHash(code), SHOP_PERMISSION)
    if (!visitor) throw invalid({ token: [say('token-unknown')] })
    const { business_id: businessId, business_name: businessName, ...user } = visitor
    return { user, business: businessId === null || businessName === null ? null : { id: businessId, name: businessName } }
  }
}
