import type { Form } from '../http/form.js'
import { recordEvent } from '../audit.js'
import { codePage } from '../pages/code-page.js'
import { WITH_SECOND_FACTOR } from '../provider/authentication-context.js'
import { useCode, useRecoveryCode } from '../second-factor/second-factors.js'
import { bookCode, forgiveCodes } from '../sign-in-attempts.js'
import { sendPage, type RouteRequest } from './route.js'
import { goOn, type SignInProgress } from './sign-in-progress.js'

/** Handles the form with a code of the app or a recovery code. */
export async function takeCode(route: RouteRequest, progress: SignInProgress, form: Form): Promise<void> {
  const { pool, page, response } = route
  const isRecovery = form('kind') === 'recovery'
  const code = form('code').trim()
  if (!code) return sendPage(response, codePage(page, { isRecovery, error: page.t('code.missing') }), 422)
  const attempt = await bookCode(pool, progress.accountId)
  if (!attempt.allowed) {
    route.logger.warn({ accountId: progress.accountId }, 'tries at the second step limited')
    const error = page.t('signIn.tooMany', Math.ceil(attempt.retryAfterS / 60))
    return sendPage(response, codePage(page, { isRecovery, error }), 429, { 'Retry-After': String(attempt.retryAfterS) })
  }
  const isRight = await (isRecovery ? useRecoveryCode : useCode)(pool, progress.accountId, code)
  if (!isRight) {
    const { address } = route
    await recordEvent(pool, progress.accountId, 'user.sign-in-refused', { address, after: { step: 'code' } })
    const error = isRecovery ? page.t('code.wrongRecovery') : page.t('code.wrong')
    return sendPage(response, codePage(page, { isRecovery, error }), 401)
  }
  await forgiveCodes(pool, progress.accountId)
  if (isRecovery) route.logger.warn({ accountId: progress.accountId }, 'a recovery code was used')
  await goOn(route, { ...progress, amr: WITH_SECOND_FACTOR })
}
