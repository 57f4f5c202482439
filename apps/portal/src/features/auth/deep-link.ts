/** Where the user wanted to go before the redirect to the identity provider; travels in the OIDC state. */
export interface SignInState {
  returnTo: string
}

export const currentAddress = (): string => `${window.location.pathname}${window.location.search}${window.location.hash}`

/** The address to restore after sign-in. Only a path of this portal: "//elsewhere" or a full URL goes home. */
export function returnAddress(state: unknown): string {
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) && !returnTo.startsWith('/auth/') ? returnTo : '/'
}
