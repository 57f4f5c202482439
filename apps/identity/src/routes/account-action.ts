import { findAccountById } from '../accounts.js'
import { readForm } from '../http/form.js'
import { expiredPage } from '../pages/notice-pages.js'
import { askedAction, type AccountAction } from '../provider/account-action.js'
import { type ActionRequest, finishAction, type Interaction } from './action-request.js'
import { configureSecondFactor } from './configure-second-factor.js'
import { sendPage, type RouteRequest } from './route.js'
import { updatePassword } from './update-password.js'

const ACTIONS: Record<AccountAction, (request: ActionRequest) => Promise<void>> = {
  UPDATE_PASSWORD: updatePassword,
  CONFIGURE_TOTP: configureSecondFactor,
}

/**
 * `/interaction/<uid>` after the portal requested an action. Each action asks for the password again before it changes anything.
 */
export async function accountActionRoute(route: RouteRequest, interaction: Interaction): Promise<void> {
  const action = askedAction(interaction.params)
  const account = interaction.session && (await findAccountById(route.pool, interaction.session.accountId))
  if (!action || !account || account.isDisabled) return sendPage(route.response, expiredPage(route.page), 400)
  const form = route.request.method === 'POST' ? await readForm(route.request) : undefined
  const request = { ...route, interaction, account, form }
  if (form?.('cancel')) return finishAction(request, 'cancelled')
  return ACTIONS[action](request)
}
