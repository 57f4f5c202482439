import type { InteractionResults } from 'oidc-provider'
import { findAccountById, type Account } from '../accounts.js'
import { hasSecondFactor, PASSWORD_ONLY } from '../provider/authentication-context.js'
import { LIFETIMES } from '../provider/lifetimes.js'
import { requiresSecondFactor } from '../second-factor/requirement.js'
import { findSecondFactor } from '../second-factor/second-factors.js'
import { redirectTo, type RouteRequest } from './route.js'

/**
 * Progress of a sign-in. It is stored in the interaction: the account whose password was correct, the factors proved so far,
 * and the expiry.
 */
export interface SignInProgress {
  accountId: string
  keepSignedIn: boolean
  /** Sign-in methods for the tokens. */
  amr: string[]
  /** Secret of an authenticator app that is being set up, in base64. */
  secret?: string
  /** Time when the progress expires, in milliseconds since 1970. */
  until: number
}

/** Steps that may follow between the correct password and the opening of the portal. */
export type SignInStep = 'code' | 'change' | 'enrol' | 'done'

export const beginProgress = (accountId: string, keepSignedIn: boolean): SignInProgress => ({
  accountId,
  keepSignedIn,
  amr: PASSWORD_ONLY,
  until: Date.now() + LIFETIMES.signInSteps * 1_000,
})

/** Returns the progress from earlier steps of this interaction; undefined when it has expired. */
export function progressOf(result: InteractionResults | undefined): SignInProgress | undefined {
  const progress = result?.progress as SignInProgress | undefined
  return progress && progress.until > Date.now() ? progress : undefined
}

/** Saves the progress without signing the user in. */
export async function saveProgress({ provider, request, response }: RouteRequest, progress: SignInProgress): Promise<void> {
  await provider.interactionResult(request, response, { progress }, { mergeWithLastSubmission: false })
}

/** Saves the progress and shows the next step. */
export async function goOn(route: RouteRequest, progress: SignInProgress): Promise<void> {
  await saveProgress(route, progress)
  redirectTo(route.response, route.page.path)
}

/**
 * Returns the next step. It is computed from the progress each time, so that no step can be skipped. Returns undefined if the
 * account was removed or disabled.
 */
export async function nextStep(
  { pool, secondFactorPolicy }: RouteRequest,
  { accountId, amr }: SignInProgress,
): Promise<{ step: SignInStep; account: Account } | undefined> {
  const account = await findAccountById(pool, accountId)
  if (!account || account.isDisabled) return undefined
  const hasFactor = (await findSecondFactor(pool, accountId)) !== undefined
  if (hasFactor && !hasSecondFactor(amr)) return { step: 'code', account }
  if (account.mustChangePassword) return { step: 'change', account }
  const isMissing = !hasFactor && (await requiresSecondFactor(pool, secondFactorPolicy, accountId))
  return { step: isMissing ? 'enrol' : 'done', account }
}
