import type { Html } from '@roadbook/platform'
import { errors } from 'oidc-provider'
import { findAccountByEmail, type Account } from '../accounts.js'
import { recordEvent } from '../audit.js'
import { readForm, type Form } from '../http/form.js'
import { readCookies } from '../http/preferences.js'
import { changePasswordPage } from '../pages/change-password-page.js'
import { codePage } from '../pages/code-page.js'
import { expiredPage } from '../pages/notice-pages.js'
import { signInPage, type SignInFields } from '../pages/sign-in-page.js'
import { QueueFullError } from '../passwords/hash-queue.js'
import { verifyNobody, verifyPassword } from '../passwords/password-hash.js'
import { PASSWORD_MAX_LENGTH } from '../passwords/password-rules.js'
import { sessionCookie } from '../provider/cookies.js'
import { ACCOUNT_ACTION } from '../provider/account-action.js'
import { bookAttempt, forgiveAttempts, withdrawAttempt } from '../sign-in-attempts.js'
import { accountActionRoute } from './account-action.js'
import type { Interaction } from './action-request.js'
import { changePassword } from './change-password.js'
import { enrol, showEnrolment } from './enrol.js'
import { finishSignIn } from './finish-sign-in.js'
import { countedFor, redirectTo, sendPage, type RouteRequest } from './route.js'
import { takeCode } from './second-step.js'
import { beginProgress, goOn, nextStep, progressOf, type SignInProgress } from './sign-in-progress.js'

/** `/interaction/<uid>`: the sign-in form and the steps after it, or an account action. */
export async function signInRoute(route: RouteRequest): Promise<void> {
  const { page, request, response } = route
  const interaction = await findInteraction(route)
  if (!interaction) return gone(route)
  if (interaction.prompt.name === ACCOUNT_ACTION) return accountActionRoute(route, interaction)
  const progress = progressOf(interaction.result)
  const next = progress && (await nextStep(route, progress))
  if (request.method === 'POST') {
    const form = await readForm(request)
    if (form('step') === '') return signIn(route, form)
    if (!progress || next?.step !== form('step')) return sendPage(response, expiredPage(page), 400)
    return take(route, next, progress, form)
  }
  if (progress && next) return show(route, next, progress)
  const hint = typeof interaction.params.login_hint === 'string' ? interaction.params.login_hint.slice(0, 254) : ''
  sendPage(response, signInPage(page, { email: hint, keepSignedIn: false }))
}

/**
 * Handles an interaction that has ended. If a signed-in user navigates back to it, they are redirected to the portal and do
 * not see an expired page.
 */
function gone({ request, response, page, portalUrl, issuer }: RouteRequest): void {
  const isSignedIn = readCookies(request).has(sessionCookie(issuer))
  if (request.method === 'GET' && isSignedIn) redirectTo(response, `${portalUrl}/`)
  else sendPage(response, expiredPage(page), 400)
}

type Next = NonNullable<Awaited<ReturnType<typeof nextStep>>>

/** Shows the form of a step. */
async function show(route: RouteRequest, { step, account }: Next, progress: SignInProgress): Promise<void> {
  const { page, response, url } = route
  if (step === 'done') return finishSignIn(route, progress)
  if (step === 'enrol') return showEnrolment(route, account, progress)
  if (step === 'change') return sendPage(response, changePasswordPage(page, { email: account.email }))
  sendPage(response, codePage(page, { isRecovery: url.searchParams.has('recovery') }))
}

/** Handles the submitted form of a step. */
async function take(route: RouteRequest, { step, account }: Next, progress: SignInProgress, form: Form): Promise<void> {
  if (step === 'code') return takeCode(route, progress, form)
  if (step === 'change') return changePassword(route, account, progress, form)
  if (step === 'enrol') return enrol(route, account, progress, form)
  return finishSignIn(route, progress)
}

/** Finds the interaction whose id is in both the cookie and the address. Returns undefined when it has ended. */
async function findInteraction({ provider, request, response }: RouteRequest): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(request, response)
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}

async function signIn(route: RouteRequest, form: Form): Promise<void> {
  const { pool, page, response, address } = route
  const fields: SignInFields = { email: form('email').trim(), keepSignedIn: form('keep') === 'yes' }
  const password = form('password')
  const refuse = (status: number, message: Html, headers?: Record<string, string>) =>
    sendPage(response, signInPage(page, fields, message), status, headers)

  if (!fields.email || !password) return refuse(422, page.t('signIn.missing'))
  const source = countedFor(route, fields.email)
  const attempt = await bookAttempt(pool, fields.email, source)
  if (!attempt.allowed) {
    route.logger.warn({ address }, 'sign-in attempts limited')
    const minutes = Math.ceil(attempt.retryAfterS / 60)
    return refuse(429, page.t('signIn.tooMany', minutes), { 'Retry-After': String(attempt.retryAfterS) })
  }
  try {
    const account = await authenticate(route, fields.email, password)
    if (!account) return refuse(401, page.t('signIn.wrong'))
    await forgiveAttempts(pool, fields.email, source)
    route.devices.remember(route.request, response, fields.email)
    if (account.temporaryUntil && account.temporaryUntil <= new Date()) return refuse(403, page.t('signIn.temporaryExpired'))
    const progress = beginProgress(account.id, fields.keepSignedIn)
    const next = await nextStep(route, progress)
    return await (next?.step === 'done' ? finishSignIn(route, progress) : goOn(route, progress))
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    await withdrawAttempt(pool, attempt.attemptId)
    refuse(503, page.t('signIn.busy'), { 'Retry-After': '5' })
  }
}

/**
 * Returns the account if the password is correct. An unknown account, a disabled account and a wrong password take equally
 * long and cannot be distinguished.
 */
async function authenticate(
  { pool, address, logger }: RouteRequest,
  email: string,
  password: string,
): Promise<Account | undefined> {
  const account = await findAccountByEmail(pool, email)
  const isTooLong = [...password].length > PASSWORD_MAX_LENGTH
  const isRight =
    account && !account.isDisabled && !isTooLong
      ? await verifyPassword(password, account.passwordHash)
      : await verifyNobody(password.slice(0, PASSWORD_MAX_LENGTH))
  if (isRight) return account
  // Not awaited, because the response time must not reveal that the account exists.
  if (account)
    void recordEvent(pool, account.id, 'user.sign-in-refused', { address }).catch((error: unknown) =>
      logger.error({ err: error }, 'a refused sign-in could not be written down'),
    )
  return undefined
}
