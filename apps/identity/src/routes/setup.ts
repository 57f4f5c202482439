import type { Html } from '@roadbook/platform'
import { canBeName } from '@roadbook/platform'
import { AccountExistsError, isEmail } from '../accounts.js'
import { readForm } from '../http/form.js'
import { passwordText } from '../pages/change-password-page.js'
import { setupClosedPage, setupDonePage } from '../pages/notice-pages.js'
import { setupPage, type SetupField, type SetupFields } from '../pages/setup-page.js'
import { passwordProblem } from '../passwords/password-rules.js'
import { completeSetup, isSetupLinkOpen } from '../setup-link.js'
import { sendPage, type RouteRequest } from './route.js'

/** `/setup/<token>`: creates the first super admin, once. */
export async function setupRoute(route: RouteRequest, token: string): Promise<void> {
  const { pool, page, request, response, issuer } = route
  const empty: SetupFields = { firstName: '', lastName: '', email: '' }
  if (!(await isSetupLinkOpen(pool, token))) return sendPage(response, setupClosedPage(page), 410)
  if (request.method !== 'POST') return sendPage(response, setupPage(page, empty, {}))

  const form = await readForm(request)
  const fields: SetupFields = {
    firstName: form('firstName').trim(),
    lastName: form('lastName').trim(),
    email: form('email').trim(),
  }
  const password = form('password')
  const errors = problemsOf(route, { ...fields, password })
  if (Object.keys(errors).length > 0) return sendPage(response, setupPage(page, fields, errors), 422)
  try {
    const isDone = await completeSetup(pool, issuer, token, { ...fields, password, locale: page.language })
    if (!isDone) return sendPage(response, setupClosedPage(page), 410)
    route.logger.info('the first super admin was created')
    sendPage(response, setupDonePage(page, fields.email))
  } catch (error) {
    if (!(error instanceof AccountExistsError)) throw error
    sendPage(response, setupPage(page, fields, { email: page.t('setup.emailTaken') }), 422)
  }
}

function problemsOf({ page: { t } }: RouteRequest, fields: Record<SetupField, string>): Partial<Record<SetupField, Html>> {
  const errors: Partial<Record<SetupField, Html>> = {}
  const problem = passwordProblem(fields.password, fields.email)
  if (problem) errors.password = passwordText(t, problem)
  if (!isEmail(fields.email)) errors.email = t('setup.emailWrong')
  for (const name of ['firstName', 'lastName'] as const) if (!canBeName(fields[name])) errors[name] = t('setup.nameWrong')
  for (const name of ['firstName', 'lastName', 'email', 'password'] as const)
    if (!fields[name]) errors[name] = t('setup.fieldMissing')
  return errors
}
