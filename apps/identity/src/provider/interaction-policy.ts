import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { ACCOUNT_ACTION, askedAction } from './account-action.js'
import { hasSecondFactor } from './authentication-context.js'

/**
 * When to ask the user: to sign in when there is no session, when the portal asks for it, and when the account of the
 * session has been removed or disabled, or must have a second step by now and this session did not take it. Then, what the
 * portal asks them to do with their account. Consent is never asked, so a request for it is refused.
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
