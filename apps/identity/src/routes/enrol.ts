import type { Account } from '../accounts.js'
import { recordEvent } from '../audit.js'
import type { Form } from '../http/form.js'
import { enrolPage } from '../pages/enrol-page.js'
import { recoveryCodesPage } from '../pages/recovery-codes-page.js'
import { WITH_SECOND_FACTOR } from '../provider/authentication-context.js'
import { enableSecondFactor } from '../second-factor/second-factors.js'
import { newSecret, stepOf } from '../second-factor/totp.js'
import { bookCode, forgiveCodes } from '../sign-in-attempts.js'
import { sendPage, type RouteRequest } from './route.js'
import { saveProgress, type SignInProgress } from './sign-in-progress.js'

/** Shows the QR code for the app. A reload of the page shows the same QR code, so that a scanned code stays valid. */
export async function showEnrolment(route: RouteRequest, account: Account, progress: SignInProgress): Promise<void> {
  const secret = progress.secret ? Buffer.from(progress.secret, 'base64') : newSecret()
  if (!progress.secret) await saveProgress(route, { ...progress, secret: secret.toString('base64') })
  sendPage(route.response, await enrolPage(route.page, { email: account.email, secret, isRequired: true }))
}

/** Checks the app's first code. The code proves that the app has the secret. Then shows the recovery codes once. */
export async function enrol(route: RouteRequest, account: Account, progress: SignInProgress, form: Form): Promise<void> {
  const { pool, page, response } = route
  if (!progress.secret) return showEnrolment(route, account, progress)
  const secret = Buffer.from(progress.secret, 'base64')
  const attempt = await bookCode(pool, account.id)
  const step = attempt.allowed ? stepOf(secret, form('code'), Date.now()) : undefined
  if (step === undefined) {
    const error = attempt.allowed ? page.t('code.wrong') : page.t('signIn.tooMany', Math.ceil(attempt.retryAfterS / 60))
    const html = await enrolPage(page, { email: account.email, secret, isRequired: true, error })
    return sendPage(response, html, attempt.allowed ? 422 : 429)
  }
  await forgiveCodes(pool, account.id)
  const codes = await enableSecondFactor(pool, account.id, secret, step)
  await recordEvent(pool, account.id, 'account.second-factor-on', { address: route.address })
  const { secret: _known, ...rest } = progress
  await saveProgress(route, { ...rest, amr: WITH_SECOND_FACTOR })
  sendPage(response, recoveryCodesPage(page, { email: account.email, codes, step: 'done' }))
}
