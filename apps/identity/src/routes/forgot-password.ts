import { findAccountByEmail, isEmail } from '../accounts.js'
import { recordEvent } from '../audit.js'
import { readForm } from '../http/form.js'
import { forgotPage, forgotSentPage } from '../pages/forgot-pages.js'
import { bookAttempt } from '../sign-in-attempts.js'
import { countedFor, sendPage, type RouteRequest } from './route.js'

/** Maximum number of mails to one mailbox in 15 minutes, from whichever addresses they are requested. */
const MAILS_PER_MAILBOX = 3

/**
 * `/forgot-password`: asks for the address and has the API mail a link to it. The response does not reveal whether the
 * address has an account. The response is always the same and takes the same time, even if the limit prevents another mail.
 */
export async function forgotPasswordRoute(route: RouteRequest): Promise<void> {
  const { pool, page, request, response, address, url, logger } = route
  const backTo = backFrom(route)
  const show = (email: string, error?: Parameters<typeof forgotPage>[1]['error'], status = 200) =>
    sendPage(response, forgotPage(page, { email, backTo, canMail: route.sendsMail, error }), status)
  if (request.method !== 'POST' || !route.sendsMail) return show('')
  const email = (await readForm(request))('email').trim()
  if (!isEmail(email)) return show(email, page.t('setup.emailWrong'), 422)
  const asked = await bookAttempt(pool, `forgotten password of ${email}`, countedFor(route, email))
  if (!asked.allowed) {
    route.logger.warn({ address }, 'requests for new passwords limited')
    return show(email, page.t('signIn.tooMany', Math.ceil(asked.retryAfterS / 60)), 429)
  }
  const mailed = await bookAttempt(pool, email, `mailbox ${email.toLowerCase()}`, MAILS_PER_MAILBOX)
  const account = await findAccountByEmail(pool, email)
  const subject = mailed.allowed && account && !account.isDisabled ? account.id : null
  await pool.query('INSERT INTO password_reset_requests (subject) VALUES ($1)', [subject])
  if (subject)
    void recordEvent(pool, subject, 'account.password-forgotten', { address }).catch((error: unknown) =>
      logger.error({ err: error }, 'a request could not be written down'),
    )
  sendPage(response, forgotSentPage(page, { email, backTo: url.searchParams.has('from') ? backTo : `${route.portalUrl}/` }))
}

/** Returns the sign-in form that the user came from. Never returns any other address. */
function backFrom({ url, portalUrl }: RouteRequest): string {
  const from = url.searchParams.get('from') ?? ''
  return /^\/interaction\/[\w-]+$/.test(from) ? from : `${portalUrl}/`
}
