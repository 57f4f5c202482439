/** Name of the prompt, and of its result. */
export const ACCOUNT_ACTION = 'account_action'

/** The parameter of an authorization request; named as Keycloak names it, so that the portal asks both alike. */
export const ACTION_PARAMETER = 'kc_action'

/** What the portal may ask somebody who is signed in to do with their account. */
export const ACCOUNT_ACTIONS = ['UPDATE_PASSWORD', 'CONFIGURE_TOTP'] as const
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number]

/** The action that an authorization request asks for; others than ours are passed over, as Keycloak does. */
export const askedAction = (parameters: Record<string, unknown> | undefined): AccountAction | undefined =>
  ACCOUNT_ACTIONS.find((action) => action === parameters?.[ACTION_PARAMETER])
