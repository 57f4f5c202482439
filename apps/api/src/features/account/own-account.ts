import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import { Problem } from '../../http/problems.js'
import {
  DirectoryUnavailable,
  IDENTITY_DIRECTORY,
  type IdentityDirectory,
  type MaybeIdentityDirectory,
  RefusedByDirectory,
} from '../../identity-directory/identity-directory.js'
import { AccountRepository } from './account.repository.js'
import { say } from './texts.js'

/** Caller's own account at the identity provider. */
export interface OwnAccount {
  directory: IdentityDirectory
  subject: string
}

/** Finds callers' own accounts. API tokens are refused, because a leaked token must not change how its owner signs in. */
@Injectable()
export class OwnAccounts {
  constructor(
    @Inject(IDENTITY_DIRECTORY) private readonly directory: MaybeIdentityDirectory,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly database: RequestDatabase,
    private readonly accounts: AccountRepository,
  ) {}

  /** @returns undefined when the account is at a provider that Roadbook cannot access */
  async find(caller: Caller): Promise<OwnAccount | undefined> {
    const { directory } = this
    const { scope } = caller.viewing?.by ?? caller
    const identity = await this.database.read(scope, (transaction) => this.accounts.findIdentity(transaction, caller.userId))
    if (!directory || !identity?.subject || identity.issuer !== this.configuration.OIDC_ISSUER) return undefined
    return { directory, subject: identity.subject }
  }
}

/** Throws the problem for an error of a directory. */
export function unavailable(error: unknown): never {
  if (error instanceof RefusedByDirectory) throw new Problem('conflict', say('provider-refuses'), { cause: error })
  if (!(error instanceof DirectoryUnavailable)) throw error
  throw new Problem('unavailable', say('provider-silent'), { retryAfterS: 5, cause: error })
}
