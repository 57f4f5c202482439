import { interactionPolicy } from 'oidc-provider'

/**
 * When to ask the user: to sign in when there is no session, when the portal asks for it, and when the account of the
 * session has been removed or disabled. Consent is never asked, so a request for it is refused.
 */
export function interactionPolicyWithAccountCheck(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('account_gone', 'End-User authentication is required', 'login_required', (ctx) =>
        Boolean(ctx.oidc.session?.accountId && !ctx.oidc.account),
      ),
    )
  return policy
}
