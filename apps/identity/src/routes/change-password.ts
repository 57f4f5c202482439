import { setPassword, type Account } from '../accounts.js'
import { recordEvent } from '../audit.js'
import type { Form } from '../http/form.js'
import { changePasswordPage, type ChangePasswordFields } from '../pages/change-password-page.js'
import { verifyPassword } from '../passwords/password-hash.js'
import { passwordProblem } from '../passwords/password-rules.js'
import { interactionUid, sendPage, type RouteRequest } from './route.js'
import { goOn, type SignInProgress } from './sign-in-progress.js'

/** Reads the new password from a form. Also returns its problem, if it has one. */
export async function readNewPassword(
  account: Account,
  form: Form,
): Promise<{ fields: ChangePasswordFields; password: string; isGood: boolean }> {
  const password = form('new-password')
  const repeated = form('repeat-password')
  const error =
    passwordProblem(password, account.email) ??
    ((await verifyPassword(password, account.passwordHash)) ? ('isOld' as const) : undefined)
  const differs = !error && password !== repeated
  return { fields: { email: account.email, error, differs }, password, isGood: !error && !differs }
}

/** Replaces the temporary password by the new one. Sessions that were opened with the temporary password end. */
export async function changePassword(route: RouteRequest, account: Account, progress: SignInProgress, form: Form): Promise<void> {
  const { fields, password, isGood } = await readNewPassword(account, form)
  if (!isGood) return sendPage(route.response, changePasswordPage(route.page, fields), 422)
  const keep = { interactionUid: interactionUid(route) }
  await setPassword(route.pool, account.id, password, { mustChangePassword: false, keep })
  await recordEvent(route.pool, account.id, 'account.password-change', { address: route.address })
  await goOn(route, progress)
}
