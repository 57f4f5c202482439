import { randomBytes } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { type AuditedAction, AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import { API_TOKEN_PREFIX, tokenHash } from '../../auth/tokens/bearer-token.js'
import { type BulkResultDto, BulkRows } from '../../bulk/index.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { iso } from '../../http/iso.js'
import { existing, invalid, Problem } from '../../http/problems.js'
import type { CreatedTokenDto, CreateTokenDto, TokenDto } from './dto/token.dto.js'
import { type TokenRow, toTokenDto } from './token-list.js'
import { TokensRepository } from './tokens.repository.js'
import { field } from '../../texts/platform.js'
import { say } from './texts.js'

/** Length of a secret in bytes (256 bits). */
const SECRET_BYTES = 32
/** Number of characters of a secret that stay readable: the common prefix and six more. */
const SHOWN = API_TOKEN_PREFIX.length + 6
/** Maximum valid tokens of a user. A larger number probably comes from a faulty script. */
const MAX_TOKENS = 50

const REVOKE = 'token.revoke'

/** API tokens. Users make them for themselves. Managers of the user's business can see and revoke them too. */
@Injectable()
export class TokensService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly tokens: TokensRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
    private readonly bulk: BulkRows,
  ) {}

  /**
   * Makes a token. Only this response contains its secret. A repeated request with the same Idempotency-Key returns the token
   * without the secret.
   */
  create(by: Acting, { name, scope, expires_at }: CreateTokenDto): Promise<CreatedTokenDto> {
    const { userId } = by.caller
    const expiresAt = expires_at ? new Date(expires_at) : null
    if (expiresAt && expiresAt.getTime() <= Date.now()) throw invalid({ expires_at: [field('not-future')] })
    return this.onceOnly.write<CreatedTokenDto>(
      by,
      async (transaction) => {
        if ((await this.tokens.countUsable(transaction, userId)) >= MAX_TOKENS) {
          throw new Problem('conflict', say('too-many', { max: MAX_TOKENS }))
        }
        const secret = `${API_TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`
        const token = { name, scope, expiresAt, prefix: secret.slice(0, SHOWN), secretHash: tokenHash(secret) }
        const id = await this.tokens.add(transaction, userId, token)
        const after = { name, scope, prefix: token.prefix, expires_at: iso(expiresAt) }
        await this.audit.record(transaction, by, 'token.create', { id, after })
        return { ...toTokenDto(await this.token(transaction, id)), secret }
      },
      (created) => ({ ...created, secret: null }),
    )
  }

  /** Revokes a token. It stops working everywhere immediately, because every request looks up its token. */
  delete(by: Acting, id: number): Promise<TokenDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const write = await this.end(transaction, by, id)
      if (write) await this.audit.recordAll(transaction, by, [write])
      return toTokenDto(await this.token(transaction, id))
    })
  }

  /** Revokes many tokens (T-05). Only tokens that the caller is allowed to see can be revoked. This cannot be undone. */
  revokeMany(by: Acting, ids: readonly number[]): Promise<BulkResultDto> {
    return this.bulk.change<null>(by, {
      action: REVOKE,
      ids,
      isUndoable: false,
      begin: (transaction) =>
        Promise.resolve(async (id) => {
          const audit = await this.end(transaction, by, id)
          return audit && { audit, before: null }
        }),
    })
  }

  /** @returns the entry for the audit log; undefined when the token was already revoked */
  private async end(transaction: ScopedTransaction, by: Acting, id: number): Promise<AuditedAction | undefined> {
    const { business_id: businessId } = await this.token(transaction, id)
    if (!(await this.tokens.revoke(transaction, id, by.caller.userId))) return undefined
    return { action: REVOKE, id, businessId, before: { state: 'created' }, after: { state: 'revoked' } }
  }

  private async token(transaction: ScopedTransaction, id: number): Promise<TokenRow> {
    return existing(await this.tokens.findOne(transaction, id), 'token')
  }
}
