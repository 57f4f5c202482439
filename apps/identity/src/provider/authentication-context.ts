/** Strength of a sign-in for the `acr` of tokens: by password only, or with a second step. */
export const ACR = { password: '1', secondFactor: '2' } as const

const SECOND_FACTOR = 'otp'

/** Methods of a sign-in for tokens, with the values of RFC 8176. */
export const PASSWORD_ONLY = ['pwd']
export const WITH_SECOND_FACTOR = ['pwd', SECOND_FACTOR, 'mfa']

export const hasSecondFactor = (amr: readonly string[] | undefined): boolean => amr?.includes(SECOND_FACTOR) ?? false

export const acrOf = (amr: readonly string[]): string => (hasSecondFactor(amr) ? ACR.secondFactor : ACR.password)
