import { isolated } from '@roadbook/contracts/isolated'

/** Facts on one line, each kept apart from its neighbours whichever way it is read; what is not there is left out. */
export const joined = (facts: readonly (string | number | false | null | undefined)[]): string =>
  facts.flatMap((fact) => (fact ? isolated(String(fact)) : [])).join(' · ')
