import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { ACCOUNT_ACTION, askedAction } from './account-action.js'
import { hasSecondFactor } from './authentication-context.js'

/**
 * Decides when to ask the user. The user must sign in if one of these is true:
 * - There is no session.
 * - The portal requests a sign-in.
 * - The session's account was removed or disabled.
 * - The account now needs a second step that the session lacks.
 *
 * After the sign-in, account actions that the portal requested follow. Consent is never asked for, so a request for it is
 * refused.
 */
export function interactionPolicyWithAccountCheck(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const signIn = (reason: string, check: (ctx: KoaContextWithOIDC) => boolean) =>
    new interactionPolicy.Check(reason, 'End-User authentication is required', 'login_required', check)
  const checks = policy.get('login')?.checks
  checks?.add(signIn('account_gone', ({ oidc }) => Boolean(oidc.session?.accountId && !oidc.account)))
  checks?.add(
    signIn('second_factor', ({ oidc }) => Boolean(oidc.account?.needsSecondFactor && !hasSecondFactor(oidc.session?.amr))),
  )
  policy.add(
    new interactionPolicy.Prompt(
      { name: ACCOUNT_ACTION, requestable: false },
      new interactionPolicy.Check('asked', 'End-User interaction is required', ({ oidc }) =>
        Boolean(oidc.session?.accountId && askedAction(oidc.params) && !oidc.result?.[ACCOUNT_ACTION]),
      ),
    ),
  )
  return policy
}
