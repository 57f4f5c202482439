import { useTranslation } from 'react-i18next'
import { ancestorsOf, type TreeBusiness } from '../../lib/businesses/business-tree.js'
import { Fill } from '../layout/layout.js'
import { Text } from '../layout/text.js'
import { Marked } from '../marked.js'
import { BusinessKindIcon } from './business-kind-icon.js'
import { joined } from '../../lib/format/joined.js'

interface BusinessOptionProps {
  business: TreeBusiness
  /** What is searched for, marked in the name. */
  query: string
  /** Why it cannot be chosen. */
  refusal: string | undefined
}

/** A business in a list to choose from: its kind and name, and under it where it stands or why it cannot be chosen. */
export function BusinessOption({ business, query, refusal }: BusinessOptionProps) {
  const { t } = useTranslation('businesses')
  const path = ancestorsOf(business).map(({ name }) => name)
  return (
    <>
      <BusinessKindIcon kind={business.kind} />
      <Fill>
        <Text breaks tone={refusal ? 'tertiary' : undefined}>
          <Marked text={business.name} query={query} />
        </Text>
        <Text size="caption" tone="tertiary" breaks>
          {refusal ?? joined([t(`kinds.${business.kind}`), ...path.slice(-2)])}
        </Text>
      </Fill>
    </>
  )
}
