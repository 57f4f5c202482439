import type { Html } from '@roadbook/platform'
import { recordEvent } from '../audit.js'
import { enrolPage } from '../pages/enrol-page.js'
import { recoveryCodesPage } from '../pages/recovery-codes-page.js'
import { secondFactorPage } from '../pages/second-factor-page.js'
import { acrOf, WITH_SECOND_FACTOR } from '../provider/authentication-context.js'
import { requiresSecondFactor } from '../second-factor/requirement.js'
import {
  disableSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from '../second-factor/second-factors.js'
import { newSecret, stepOf } from '../second-factor/totp.js'
import { bookCode, forgiveCodes } from '../sign-in-attempts.js'
import { finishAction, passwordObjection, type ActionRequest } from './action-request.js'
import { sendPage } from './route.js'

/**
 * Configures the second step. If it is off, the user sets it up. If it is on, the user creates recovery codes or turns it off.
 */
export async function configureSecondFactor(request: ActionRequest): Promise<void> {
  const { pool, account, form, interaction } = request
  const hasJustBegun = interaction.result?.codesShown === true
  if (form?.('step') === 'finish' && hasJustBegun) return finishAction(request, 'done', loginOf(request))
  const factor = await findSecondFactor(pool, account.id)
  return factor ? manage(request, factor) : turnOn(request)
}

async function turnOn(request: ActionRequest): Promise<void> {
  const { pool, page, response, account, form, interaction } = request
  const known = interaction.result?.secret
  const secret = typeof known === 'string' ? Buffer.from(known, 'base64') : newSecret()
  const show = async (status: number, errors: { error?: Html; passwordError?: Html } = {}) => {
    const fields = { email: account.email, secret, isRequired: false, asksPassword: true, ...errors }
    sendPage(response, await enrolPage(page, fields), status)
  }
  if (typeof known !== 'string') await remember(request, { secret: secret.toString('base64') })
  if (!form || typeof known !== 'string') return show(200)
  const objection = await passwordObjection(request, account, form('password'))
  if (objection) return show(objection.status, { passwordError: objection.message })
  const attempt = await bookCode(pool, account.id)
  if (!attempt.allowed) return show(429, { error: page.t('signIn.tooMany', Math.ceil(attempt.retryAfterS / 60)) })
  const step = stepOf(secret, form('code'), Date.now())
  if (step === undefined) return show(422, { error: page.t('code.wrong') })
  await forgiveCodes(pool, account.id)
  const codes = await enableSecondFactor(pool, account.id, secret, step)
  await recordEvent(pool, account.id, 'account.second-factor-on', { address: request.address })
  await remember(request, { codesShown: true, isStronger: true })
  sendPage(response, recoveryCodesPage(page, { email: account.email, codes, step: 'finish' }))
}

async function manage(request: ActionRequest, factor: SecondFactor): Promise<void> {
  const { pool, page, response, account, form } = request
  const isRequired = await requiresSecondFactor(pool, request.secondFactorPolicy, account.id)
  const show = (status: number, error?: Html) =>
    sendPage(response, secondFactorPage(page, { email: account.email, factor, isRequired, error }), status)
  if (!form) return show(200)
  const objection = await passwordObjection(request, account, form('password'))
  if (objection) return show(objection.status, objection.message)
  if (form('do') === 'turn-off') {
    if (isRequired) return show(403)
    await disableSecondFactor(pool, account.id)
    await recordEvent(pool, account.id, 'account.second-factor-off', { address: request.address })
    return finishAction(request, 'done')
  }
  const codes = await renewRecoveryCodes(pool, account.id)
  if (!codes) return show(409)
  await recordEvent(pool, account.id, 'account.recovery-codes', { address: request.address })
  await remember(request, { codesShown: true })
  sendPage(response, recoveryCodesPage(page, { email: account.email, codes, step: 'finish' }))
}

const remember = ({ provider, request, response }: ActionRequest, result: Record<string, unknown>) =>
  provider.interactionResult(request, response, result)

/**
 * A user who has just set up an app has proved the password and the app. The session therefore counts as one with a second
 * step.
 */
function loginOf({ interaction, account }: ActionRequest) {
  if (interaction.result?.isStronger !== true) return {}
  const login = { accountId: account.id, amr: WITH_SECOND_FACTOR, acr: acrOf(WITH_SECOND_FACTOR) }
  return { login }
}
