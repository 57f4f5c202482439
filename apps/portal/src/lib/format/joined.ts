import { isolated } from '@roadbook/contracts/isolated'

/**
 * Joins facts on one line. Each fact is isolated, so that right-to-left text does not change the order of the others. Missing
 * facts are left out.
 */
export const joined = (facts: readonly (string | number | false | null | undefined)[]): string =>
  facts.flatMap((fact) => (fact ? isolated(String(fact)) : [])).join(' · ')
