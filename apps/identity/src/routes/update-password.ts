import { countApiTokens, setPassword } from '../accounts.js'
import { recordEvent } from '../audit.js'
import { changePasswordPage } from '../pages/change-password-page.js'
import { finishAction, passwordObjection, type ActionRequest } from './action-request.js'
import { readNewPassword } from './change-password.js'
import { interactionUid, sendPage } from './route.js'

/** Changes the user's own password. This session continues. All other sessions and earlier tokens end. */
export async function updatePassword(request: ActionRequest): Promise<void> {
  const { pool, page, response, account, form, interaction } = request
  const isEnding = !form || form('end-api-tokens') === 'yes'
  const apiTokens = { count: await countApiTokens(pool, account.id), isEnding }
  const show = (fields: Partial<Parameters<typeof changePasswordPage>[1]>, status = 200) => {
    const own = { intro: page.t('change.ownIntro'), isOwn: true, canCancel: true, apiTokens }
    sendPage(response, changePasswordPage(page, { email: account.email, ...own, ...fields }), status)
  }
  if (!form) return show({})
  // The current password is checked first, so that errors about the new password reveal nothing about the current one.
  const objection = await passwordObjection(request, account, form('password'))
  if (objection) return show({ currentError: objection.message }, objection.status)
  const { fields, password, isGood } = await readNewPassword(account, form)
  if (!isGood) return show(fields, 422)
  const keep = { sessionUid: interaction.session?.uid, interactionUid: interactionUid(request) }
  await setPassword(pool, account.id, password, { mustChangePassword: false, keep, keepsApiTokens: !isEnding })
  await recordEvent(pool, account.id, 'account.password-change', { address: request.address })
  await finishAction(request, 'done')
}
