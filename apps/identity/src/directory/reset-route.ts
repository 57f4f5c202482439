import { recordEvent } from '../audit.js'
import { readForm } from '../http/form.js'
import { changePasswordPage } from '../pages/change-password-page.js'
import { expiredPage } from '../pages/notice-pages.js'
import { passwordProblem } from '../passwords/password-rules.js'
import { redirectTo, sendPage, type RouteRequest } from '../routes/route.js'
import { completeReset, findResetAccount } from './reset-link.js'

/** `/reset/<token>`: the owner of an account chooses a password, once. Viewing the page does not use up the link. */
export async function resetRoute(route: RouteRequest, token: string): Promise<void> {
  const { pool, page, request, response, portalUrl } = route
  const account = await findResetAccount(pool, token)
  if (!account) return sendPage(response, expiredPage(page), 410)
  const intro = page.t('reset.intro')
  if (request.method !== 'POST') {
    return sendPage(response, changePasswordPage(page, { email: account.email, intro }))
  }
  const form = await readForm(request)
  const password = form('new-password')
  const repeated = form('repeat-password')
  const error = passwordProblem(password, account.email)
  const differs = !error && password !== repeated
  if (error || differs) {
    const fields = { email: account.email, error, differs, intro }
    return sendPage(response, changePasswordPage(page, fields), 422)
  }
  if (!(await completeReset(pool, token, password))) return sendPage(response, expiredPage(page), 410)
  await recordEvent(pool, account.id, 'account.password-change', { address: route.address, after: { by: 'link' } })
  redirectTo(response, `${portalUrl}/`)
}
