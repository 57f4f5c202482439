import { errors } from 'oidc-provider'
import { findAccountByEmail, findAccountById, type Account } from '../accounts.js'
import { readForm, type Form } from '../http/form.js'
import type { Html } from '../pages/html.js'
import { changePasswordPage } from '../pages/change-password-page.js'
import { expiredPage } from '../pages/notice-pages.js'
import { signInPage, type SignInFields } from '../pages/sign-in-page.js'
import { QueueFullError } from '../passwords/hash-queue.js'
import { verifyNobody, verifyPassword } from '../passwords/password-hash.js'
import { PASSWORD_MAX_LENGTH } from '../passwords/password-rules.js'
import { bookAttempt, forgiveAttempts, withdrawAttempt } from '../sign-in-attempts.js'
import { beginPasswordChange, changePassword, pendingPasswordChange } from './change-password.js'
import { finishSignIn } from './finish-sign-in.js'
import { sendPage, type RouteRequest } from './route.js'

type Interaction = Awaited<ReturnType<RouteRequest['provider']['interactionDetails']>>

/** `/interaction/<uid>`: the sign-in form, and after a temporary password the form for a new one. */
export async function signInRoute(route: RouteRequest): Promise<void> {
  const interaction = await findInteraction(route)
  if (!interaction) return sendPage(route.response, expiredPage(route.page), 400)
  const pending = pendingPasswordChange(interaction.result)
  if (route.request.method === 'POST') {
    const form = await readForm(route.request)
    if (form('step') !== 'change') return signIn(route, form)
    const account = pending && (await findAccountById(route.pool, pending.accountId))
    if (!account || account.isDisabled) return sendPage(route.response, expiredPage(route.page), 400)
    return changePassword(route, account, pending.keepSignedIn, form)
  }
  const account = pending && (await findAccountById(route.pool, pending.accountId))
  if (account?.mustChangePassword)
    return sendPage(route.response, changePasswordPage(route.page, { email: account.email, password: '', repeated: '' }))
  const hint = typeof interaction.params.login_hint === 'string' ? interaction.params.login_hint.slice(0, 254) : ''
  sendPage(route.response, signInPage(route.page, { email: hint, password: '', keepSignedIn: false }))
}

/** The interaction that the cookie and the address agree on; undefined when it is over. */
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
  const fields: SignInFields = { email: form('email').trim(), password: form('password'), keepSignedIn: form('keep') === 'yes' }
  const refuse = (status: number, message: Html, headers?: Record<string, string>) =>
    sendPage(response, signInPage(page, fields, message), status, headers)

  if (!fields.email || !fields.password) return refuse(422, page.t('signIn.missing'))
  const attempt = await bookAttempt(pool, fields.email, address)
  if (!attempt.allowed) {
    route.logger.warn({ address }, 'sign-in attempts limited')
    const minutes = Math.ceil(attempt.retryAfterS / 60)
    return refuse(429, page.t('signIn.tooMany', minutes), { 'Retry-After': String(attempt.retryAfterS) })
  }
  try {
    const account = await authenticate(route, fields)
    if (!account) return refuse(401, page.t('signIn.wrong'))
    await forgiveAttempts(pool, fields.email, address)
    if (!account.mustChangePassword) return await finishSignIn(route, account.id, fields.keepSignedIn)
    if (account.temporaryUntil && account.temporaryUntil <= new Date()) return refuse(403, page.t('signIn.temporaryExpired'))
    await beginPasswordChange(route, account.id, fields.keepSignedIn)
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    await withdrawAttempt(pool, attempt.attemptId)
    refuse(503, page.t('signIn.busy'), { 'Retry-After': '5' })
  }
}

/** The account whose password this is. Unknown, disabled and wrong take equally long and are told apart by nobody. */
async function authenticate({ pool }: RouteRequest, { email, password }: SignInFields): Promise<Account | undefined> {
  const account = await findAccountByEmail(pool, email)
  const isTooLong = [...password].length > PASSWORD_MAX_LENGTH
  const isRight =
    account && !account.isDisabled && !isTooLong
      ? await verifyPassword(password, account.passwordHash)
      : await verifyNobody(password.slice(0, PASSWORD_MAX_LENGTH))
  return isRight ? account : undefined
}
