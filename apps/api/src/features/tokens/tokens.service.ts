import { randomBytes } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { type AuditEntry, AuditLog } from '../../audit/audit-log.js'
import { API_TOKEN_PREFIX, tokenHash } from '../../auth/bearer-token.js'
import type { Caller } from '../../auth/caller.js'
import { type BulkResultDto, BulkRows } from '../../bulk/index.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { CsvExports } from '../../exports/index.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { OnceRequest } from '../../http/once.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { invalid, notFound, Problem } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import type { CreatedTokenDto, CreateTokenDto, TokenDto } from './dto/token.dto.js'
import type { TokenRow } from './token.row.js'
import { tokenCsvList } from './token-csv.js'
import { toTokenResponse } from './token-response.js'
import { TokensRepository } from './tokens.repository.js'

/** 256 bits. */
const SECRET_BYTES = 32
/** Characters of a secret that stay readable: the ones that every token begins with, and six more. */
const SHOWN = API_TOKEN_PREFIX.length + 6
/** Tokens in use that a user has at most; somebody who wants more has a script that went wrong. */
const MAX_TOKENS = 50

const REVOKE = 'token.revoke'

const iso = (time: Date | null) => time?.toISOString() ?? null

/** API tokens: made for oneself, seen and revoked also by who manages their user's business. */
@Injectable()
export class TokensService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly tokens: TokensRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
    private readonly bulk: BulkRows,
    csv: CsvExports,
  ) {
    csv.declare(tokenCsvList(database, tokens))
  }

  async list(caller: Caller, criteria: ListCriteria): Promise<Page<TokenDto>> {
    const { rows, total } = await this.database.read(caller.scope, (transaction) => this.tokens.findPage(transaction, criteria))
    return { data: rows.map(toTokenResponse), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  /** The secret is in this answer and nowhere else: the same Idempotency-Key again answers the token without it. */
  create(
    caller: Caller,
    { name, scope, expires_at }: CreateTokenDto,
    once: OnceRequest | null,
    origin: RequestOrigin,
  ): Promise<CreatedTokenDto> {
    const expiresAt = expires_at ? new Date(expires_at) : null
    if (expiresAt && expiresAt.getTime() <= Date.now()) throw invalid({ expires_at: ['must lie in the future'] })
    return this.database.write(caller.scope, (transaction) =>
      this.onceOnly.do<CreatedTokenDto>(transaction, caller, once, {
        run: async () => {
          if ((await this.tokens.countUsable(transaction, caller.userId)) >= MAX_TOKENS) {
            throw new Problem('conflict', { detail: `You have ${MAX_TOKENS} tokens in use; revoke some first` })
          }
          const secret = `${API_TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`
          const token = { name, scope, expiresAt, prefix: secret.slice(0, SHOWN), secretHash: tokenHash(secret) }
          const id = await this.tokens.add(transaction, caller.userId, token)
          await this.audit.record(transaction, {
            ...{ caller, origin, action: 'token.create', object: { type: 'token', id } },
            after: { name, scope, prefix: token.prefix, expires_at: iso(expiresAt) },
          })
          return { ...toTokenResponse(await this.token(transaction, id)), secret }
        },
        keep: (created) => ({ ...created, secret: null }),
      }),
    )
  }

  /** At once and everywhere: tokens are looked up for every request. */
  revoke(caller: Caller, id: number, origin: RequestOrigin): Promise<TokenDto> {
    return this.database.write(caller.scope, async (transaction) => {
      const entry = await this.end(transaction, caller, id, origin)
      if (entry) await this.audit.record(transaction, entry)
      return toTokenResponse(await this.token(transaction, id))
    })
  }

  /** T-05: of many tokens those that the caller may see. A token that ended stays ended, so there is no way back. */
  revokeMany(caller: Caller, ids: readonly number[], once: OnceRequest | null, origin: RequestOrigin): Promise<BulkResultDto> {
    return this.bulk.change<null>(caller, once, {
      ...{ action: REVOKE, ids, isUndoable: false },
      begin: (transaction) =>
        Promise.resolve(async (id) => {
          const audit = await this.end(transaction, caller, id, origin)
          return audit && { audit, before: null }
        }),
    })
  }

  /** @returns its entry in the audit log; undefined when it was revoked before */
  private async end(
    transaction: ScopedTransaction,
    caller: Caller,
    id: number,
    origin: RequestOrigin,
  ): Promise<AuditEntry | undefined> {
    const before = await this.token(transaction, id)
    if (!(await this.tokens.revoke(transaction, id, caller.userId))) return undefined
    return {
      ...{ caller, origin, action: REVOKE, object: { type: 'token', id }, businessId: before.business_id },
      ...{ before: { state: 'created' }, after: { state: 'revoked' } },
    }
  }

  private async token(transaction: ScopedTransaction, id: number): Promise<TokenRow> {
    const row = await this.tokens.findOne(transaction, id)
    if (!row) throw notFound('token')
    return row
  }
}
