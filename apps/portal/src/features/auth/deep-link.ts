/** Path requested before the redirect to the identity provider. It is sent in the OIDC state. */
export interface SignInState {
  returnTo: string
}

export const currentAddress = (): string => `${window.location.pathname}${window.location.search}${window.location.hash}`

/**
 * Returns the path to restore after sign-in. Only paths of this portal are accepted. For "//elsewhere" or a full URL it returns
 * Home.
 */
export function returnAddress(state: unknown): string {
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) && !returnTo.startsWith('/auth/') ? returnTo : '/'
}
