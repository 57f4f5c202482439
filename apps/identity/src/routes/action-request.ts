import type { Html } from '@roadbook/platform'
import type { InteractionResults } from 'oidc-provider'
import type { Account } from '../accounts.js'
import type { Form } from '../http/form.js'
import { verifyPassword } from '../passwords/password-hash.js'
import { PASSWORD_MAX_LENGTH } from '../passwords/password-rules.js'
import { ACCOUNT_ACTION } from '../provider/account-action.js'
import { bookAttempt, forgiveAttempts } from '../sign-in-attempts.js'
import { countedFor, type RouteRequest } from './route.js'

export type Interaction = Awaited<ReturnType<RouteRequest['provider']['interactionDetails']>>

/** Request of a signed-in user who is changing their sign-in. */
export interface ActionRequest extends RouteRequest {
  interaction: Interaction
  account: Account
  /** Undefined when the page is only viewed. */
  form: Form | undefined
}

/** Returns to the portal. The portal gets the outcome from the interaction's result. */
export async function finishAction(
  { provider, request, response }: RouteRequest,
  outcome: 'done' | 'cancelled',
  more: InteractionResults = {},
): Promise<void> {
  await provider.interactionFinished(request, response, { [ACCOUNT_ACTION]: outcome, ...more })
}

/**
 * Checks the password. Returns the error, or undefined if the password is correct. Wrong passwords count as failed sign-ins.
 */
export async function passwordObjection(
  route: RouteRequest,
  account: Account,
  password: string,
): Promise<{ status: number; message: Html } | undefined> {
  const { pool, page, address, logger } = route
  if (!password) return { status: 422, message: page.t('action.passwordMissing') }
  const source = countedFor(route, account.email)
  const attempt = await bookAttempt(pool, account.email, source)
  if (!attempt.allowed) {
    logger.warn({ address }, 'sign-in attempts limited')
    return { status: 429, message: page.t('signIn.tooMany', Math.ceil(attempt.retryAfterS / 60)) }
  }
  const isRight = [...password].length <= PASSWORD_MAX_LENGTH && (await verifyPassword(password, account.passwordHash))
  if (!isRight) return { status: 401, message: page.t('action.passwordWrong') }
  await forgiveAttempts(pool, account.email, source)
  return undefined
}
