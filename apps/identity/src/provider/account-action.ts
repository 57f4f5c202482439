/** Name of the prompt. The result of the prompt has the same name. */
export const ACCOUNT_ACTION = 'account_action'

/** Parameter of an authorization request. Keycloak uses the same name, so the portal treats both providers alike. */
export const ACTION_PARAMETER = 'kc_action'

/** Account changes that the portal may request for a signed-in user. */
export const ACCOUNT_ACTIONS = ['UPDATE_PASSWORD', 'CONFIGURE_TOTP'] as const
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number]

/** Returns the action of an authorization request. Unknown actions are ignored, as in Keycloak. */
export const askedAction = (parameters: Record<string, unknown> | undefined): AccountAction | undefined =>
  ACCOUNT_ACTIONS.find((action) => action === parameters?.[ACTION_PARAMETER])
