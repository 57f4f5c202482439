import { recordEvent } from '../audit.js'
import { acrOf } from '../provider/authentication-context.js'
import type { RouteRequest } from './route.js'
import type { SignInProgress } from './sign-in-progress.js'

/** Returns the browser to the authorization endpoint, which redirects to the portal. */
export async function finishSignIn(route: RouteRequest, { accountId, keepSignedIn, amr }: SignInProgress): Promise<void> {
  route.logger.info({ accountId, amr }, 'signed in')
  await recordEvent(route.pool, accountId, 'user.sign-in', { address: route.address, after: { methods: amr.join(' ') } })
  await route.provider.interactionFinished(
    route.request,
    route.response,
    { login: { accountId, remember: keepSignedIn, amr, acr: acrOf(amr) } },
    { mergeWithLastSubmission: false },
  )
}
