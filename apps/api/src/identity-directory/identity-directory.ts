/** An account as we want it at the identity provider. */
export interface DirectoryProfile {
  email: string
  firstName: string
  lastName: string
  /** Whether they are to set up an authenticator app at their next sign-in, unless they have one. */
  mustHaveSecondFactor: boolean
}

export interface NewDirectoryAccount extends DirectoryProfile {
  /** UUID that we name the account by, so that it can be found again when the answer was lost. */
  key: string
  /** Works until the first sign-in, where another one must be chosen. */
  temporaryPassword: string
}

/** `exists`: somebody else made an account with this e-mail; it is left as it is, and linked when they sign in. */
export type Provisioned = { kind: 'made'; subject: string } | { kind: 'exists' }

/** A one-time way to set a password: a link to hand over, or one that the provider has mailed itself. */
export type ResetLink = { kind: 'link'; url: string; expiresAt: Date } | { kind: 'mailed' }

/** A browser that somebody is signed in with. */
export interface DirectorySession {
  /** The `sid` of its access tokens. */
  id: string
  /** As the browser named itself; '' where the provider does not keep it. */
  userAgent: string
  address: string
  signedInAt: Date
  lastSeenAt: Date
}

/** The second step at the sign-in; undefined when it is off. */
export interface SecondFactor {
  since: Date | null
  /** Null where the provider has none, or does not say. */
  recoveryCodesLeft: number | null
}

/**
 * The accounts of our users at the identity provider. Every call may be made again: what is done already is no error, and
 * an account that is gone is as good as disabled, signed out and removed. `subject` is the `sub` of the account's tokens.
 */
export interface IdentityDirectory {
  /** Whether every account there is one of ours; elsewhere only those that we made may be disabled or removed. */
  readonly ownsEveryAccount: boolean
  /** Hours after which a temporary password stops working; undefined where the provider sets no end. */
  readonly temporaryPasswordHours?: number

  /** @throws RefusedByDirectory when the provider does not take the password or the address. */
  provision(account: NewDirectoryAccount): Promise<Provisioned>
  /** The subject of an account that {@link provision} made under this key. */
  findByKey(key: string): Promise<string | undefined>
  /** Sets e-mail address and name. @throws RefusedByDirectory when the address belongs to another account. */
  setProfile(subject: string, profile: DirectoryProfile): Promise<void>
  /** Nobody can sign in; sessions and refresh tokens end. */
  disable(subject: string): Promise<void>
  enable(subject: string): Promise<void>
  remove(subject: string): Promise<void>
  /** Sessions and refresh tokens end; access tokens are refused by `users.tokens_valid_from`. */
  endSessions(subject: string): Promise<void>
  /** Sets a password that must be changed at the next sign-in, and ends all sessions. */
  setTemporaryPassword(subject: string, password: string): Promise<void>
  createResetLink(subject: string): Promise<ResetLink>
  listSessions(subject: string): Promise<DirectorySession[]>
  /** One of that account. Its access tokens are refused by `ended_sessions`. */
  endSession(subject: string, sessionId: string): Promise<void>
  findSecondFactor(subject: string): Promise<SecondFactor | undefined>
  /** For who lost their phone: the password alone signs in again, or another app is to be set up. */
  resetSecondFactor(subject: string): Promise<void>
}

/** What the API is given instead when accounts are made elsewhere. */
export const IDENTITY_DIRECTORY = Symbol('identity directory')
export type MaybeIdentityDirectory = IdentityDirectory | null

/** The provider does not answer, or not as it should; trying again may help. */
export class DirectoryUnavailable extends Error {
  override name = 'DirectoryUnavailable'
}

/** What a provider's operator may ask of passwords. */
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

/** Why a provider refuses: because of what it was asked, or of how its operator set it up. */
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

/** The provider does not want this, and will not tomorrow. */
export class RefusedByDirectory extends Error {
  override name = 'RefusedByDirectory'
  constructor(
    readonly what: Refusal,
    /** Of the characters that a rule of passwords asks for, or allows. */
    readonly count = 0,
    options?: ErrorOptions,
  ) {
    super(`refused: ${what}`, options)
  }
}

/** There is no such account. */
export class NoSuchAccount extends Error {
  override name = 'NoSuchAccount'
}
