import type { InteractionResults } from 'oidc-provider'
import { findAccountById, type Account } from '../accounts.js'
import { hasSecondFactor, PASSWORD_ONLY } from '../provider/authentication-context.js'
import { LIFETIMES } from '../provider/lifetimes.js'
import { requiresSecondFactor } from '../second-factor/requirement.js'
import { findSecondFactor } from '../second-factor/second-factors.js'
import { redirectTo, type RouteRequest } from './route.js'

/** Remembered in the interaction, on our side: whose password was right, what else they have shown, and until when it counts. */
export interface SignInProgress {
  accountId: string
  keepSignedIn: boolean
  /** As tokens will say how they signed in. */
  amr: string[]
  /** The secret of an authenticator app that is being set up, base64. */
  secret?: string
  /** Milliseconds since 1970. */
  until: number
}

/** What still stands between the right password and the portal. */
export type SignInStep = 'code' | 'change' | 'enrol' | 'done'

export const beginProgress = (accountId: string, keepSignedIn: boolean): SignInProgress => ({
  accountId,
  keepSignedIn,
  amr: PASSWORD_ONLY,
  until: Date.now() + LIFETIMES.signInSteps * 1_000,
})

/** What earlier steps of this interaction brought, while it still counts. */
export function progressOf(result: InteractionResults | undefined): SignInProgress | undefined {
  const progress = result?.progress as SignInProgress | undefined
  return progress && progress.until > Date.now() ? progress : undefined
}

/** Notes how far the sign-in is. Nobody is signed in by that. */
export async function saveProgress({ provider, request, response }: RouteRequest, progress: SignInProgress): Promise<void> {
  await provider.interactionResult(request, response, { progress }, { mergeWithLastSubmission: false })
}

/** Notes how far the sign-in is and shows the next step. */
export async function goOn(route: RouteRequest, progress: SignInProgress): Promise<void> {
  await saveProgress(route, progress)
  redirectTo(route.response, route.page.path)
}

/** The next step, decided anew each time, so that none can be jumped over; undefined when the account is gone or disabled. */
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
