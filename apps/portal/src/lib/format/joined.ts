import { isolated } from '@roadbook/contracts/isolated'

/** Joins facts on one line. Each is isolated from its neighbours for right-to-left text. Missing facts are left out. */
export const joined = (facts: readonly (string | number | false | null | undefined)[]): string =>
  facts.flatMap((fact) => (fact ? isolated(String(fact)) : [])).join(' · ')
