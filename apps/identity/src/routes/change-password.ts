import type { InteractionResults } from 'oidc-provider'
import { setPassword, type Account } from '../accounts.js'
import type { Form } from '../http/form.js'
import { changePasswordPage } from '../pages/change-password-page.js'
import { verifyPassword } from '../passwords/password-hash.js'
import { passwordProblem } from '../passwords/password-rules.js'
import { LIFETIMES } from '../provider/lifetimes.js'
import { finishSignIn } from './finish-sign-in.js'
import { sendPage, type RouteRequest } from './route.js'

/** Remembered in the interaction, on our side: whose temporary password was right, and until when that counts. */
interface PendingPasswordChange {
  accountId: string
  keepSignedIn: boolean
  /** Milliseconds since 1970. */
  until: number
}

/** The change that an earlier step of this interaction began, while it still counts. */
export function pendingPasswordChange(result: InteractionResults | undefined): PendingPasswordChange | undefined {
  const pending = result?.passwordChange as PendingPasswordChange | undefined
  return pending && pending.until > Date.now() ? pending : undefined
}

/** Notes that the temporary password was right and leads to the second form. The user is not signed in yet. */
export async function beginPasswordChange(route: RouteRequest, accountId: string, keepSignedIn: boolean): Promise<void> {
  const pending: PendingPasswordChange = { accountId, keepSignedIn, until: Date.now() + LIFETIMES.passwordChange * 1_000 }
  await route.provider.interactionResult(
    route.request,
    route.response,
    { passwordChange: pending },
    { mergeWithLastSubmission: false },
  )
  route.response.writeHead(303, { Location: route.page.path, 'Cache-Control': 'no-store' }).end()
}

/** Stores the new password and signs in with it. Sessions that the temporary password opened end. */
export async function changePassword(route: RouteRequest, account: Account, keepSignedIn: boolean, form: Form): Promise<void> {
  const password = form('new-password')
  const repeated = form('repeat-password')
  const error =
    passwordProblem(password, account.email) ??
    ((await verifyPassword(password, account.passwordHash)) ? ('isOld' as const) : undefined)
  const differs = !error && password !== repeated
  if (error || differs) {
    const fields = { email: account.email, password, repeated, error, differs }
    return sendPage(route.response, changePasswordPage(route.page, fields), 422)
  }
  await setPassword(route.pool, account.id, password, { mustChangePassword: false })
  await finishSignIn(route, account.id, keepSignedIn)
}
