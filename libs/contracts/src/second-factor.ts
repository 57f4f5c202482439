/** Values of the setting that says which users must use a second factor at sign-in. */
export const SECOND_FACTOR_POLICIES = ['required-for-super-admin', 'required', 'optional'] as const
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number]

export const mustHaveSecondFactor = (policy: SecondFactorPolicy, roleKey: string): boolean =>
  policy === 'required' || (policy === 'required-for-super-admin' && roleKey === 'super-admin')
