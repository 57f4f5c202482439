import type { RouteRequest } from './route.js'

/** Hands the browser back to the authorization endpoint, which goes on to the portal. */
export async function finishSignIn(route: RouteRequest, accountId: string, keepSignedIn: boolean): Promise<void> {
  route.logger.info({ accountId }, 'signed in')
  await route.provider.interactionFinished(
    route.request,
    route.response,
    { login: { accountId, remember: keepSignedIn, amr: ['pwd'] } },
    { mergeWithLastSubmission: false },
  )
}
