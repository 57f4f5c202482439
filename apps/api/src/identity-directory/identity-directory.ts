/** Profile that an account should have at the identity provider. */
export interface DirectoryProfile {
  email: string
  firstName: string
  lastName: string
  /** True when the user must have an authenticator app. A user without one must set it up at the next sign-in. */
  mustHaveSecondFactor: boolean
}

export interface NewDirectoryAccount extends DirectoryProfile {
  /** UUID that we give to the account, so that it can be found again if the answer is lost. */
  key: string
  /** This password is valid until the first sign-in, when the user must choose a new one. */
  temporaryPassword: string
}

/**
 * Result of creating an account. `exists`: somebody else created an account with this e-mail address. That account stays
 * unchanged, and is linked to the user when its owner signs in.
 */
export type Provisioned = { kind: 'made'; subject: string } | { kind: 'exists' }

/** A one-time way to set a password. It is a link that the caller passes on, or a link that the provider has mailed itself. */
export type ResetLink = { kind: 'link'; url: string; expiresAt: Date } | { kind: 'mailed' }

/** A browser with a user who is signed in. */
export interface DirectorySession {
  /** The `sid` of its access tokens. */
  id: string
  /** User agent that the browser sent; '' when the provider does not store it. */
  userAgent: string
  address: string
  signedInAt: Date
  lastSeenAt: Date
}

/** Second factor of the sign-in; undefined when it is off. */
export interface SecondFactor {
  since: Date | null
  /** Null when the provider has no recovery codes or does not report their number. */
  recoveryCodesLeft: number | null
}

/**
 * Accounts of our users at the identity provider. Every call may be repeated: a change that is already made is not an
 * error. A call that disables, signs out or removes an account succeeds even if the account is missing. `subject` is the
 * `sub` of the account's tokens.
 */
export interface IdentityDirectory {
  /**
   * True when every account at the provider belongs to Roadbook. Otherwise Roadbook disables and removes only accounts that
   * it created.
   */
  readonly ownsEveryAccount: boolean
  /** Hours after which a temporary password expires; undefined when the provider sets no limit. */
  readonly temporaryPasswordHours?: number

  /** @throws RefusedByDirectory when the provider does not accept the password or the address. */
  provision(account: NewDirectoryAccount): Promise<Provisioned>
  /** Returns the subject of an account that {@link provision} created with this key. */
  findByKey(key: string): Promise<string | undefined>
  /** Sets e-mail address and name. @throws RefusedByDirectory when the address belongs to another account. */
  setProfile(subject: string, profile: DirectoryProfile): Promise<void>
  /** Prevents sign-ins, and ends sessions and refresh tokens. */
  disable(subject: string): Promise<void>
  enable(subject: string): Promise<void>
  remove(subject: string): Promise<void>
  /** Ends sessions and refresh tokens. It does not end access tokens: the API refuses these by `users.tokens_valid_from`. */
  endSessions(subject: string): Promise<void>
  /** Sets a password that must be changed at the next sign-in, and ends all sessions. */
  setTemporaryPassword(subject: string, password: string): Promise<void>
  createResetLink(subject: string): Promise<ResetLink>
  listSessions(subject: string): Promise<DirectorySession[]>
  /**
   * Ends one session of the account. It does not end the session's access tokens: the API refuses these by the table
   * `ended_sessions`.
   */
  endSession(subject: string, sessionId: string): Promise<void>
  findSecondFactor(subject: string): Promise<SecondFactor | undefined>
  /**
   * Removes the authenticator app of a user who lost their phone. The user then signs in with the password only, or must set
   * up another app.
   */
  resetSecondFactor(subject: string): Promise<void>
}

/** Injection token; null when accounts are created elsewhere. */
export const IDENTITY_DIRECTORY = Symbol('identity directory')
export type MaybeIdentityDirectory = IdentityDirectory | null

/** Thrown when the provider does not answer properly. A retry may help. */
export class DirectoryUnavailable extends Error {
  override name = 'DirectoryUnavailable'
}

/** Password rules that a provider's operator may set. */
export type PasswordRule =
  | 'min-length'
  | 'max-length'
  | 'digits'
  | 'lower-case'
  | 'upper-case'
  | 'special-characters'
  | 'username'
  | 'email'
  | 'history'
  | 'pattern'
  | 'blocklist'

/** Reasons why a provider refuses a request. The cause is the request itself or the operator's settings. */
export type Refusal =
  | 'account'
  | 'client'
  | 'disabled'
  | 'email-or-name'
  | 'email-taken'
  | 'mail'
  | 'password'
  | `password.${PasswordRule}`
  | 'rights'

/** Thrown when the provider refuses. A retry does not help. */
export class RefusedByDirectory extends Error {
  override name = 'RefusedByDirectory'
  constructor(
    readonly what: Refusal,
    /** Number of characters that the password rule requires or allows. */
    readonly count = 0,
    options?: ErrorOptions,
  ) {
    super(`refused: ${what}`, options)
  }
}

/** Thrown when there is no such account. */
export class NoSuchAccount extends Error {
  override name = 'NoSuchAccount'
}
