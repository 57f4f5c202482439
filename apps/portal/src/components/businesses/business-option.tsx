import { useTranslation } from 'react-i18next'
import { ancestorsOf, type TreeBusiness } from '../../lib/businesses/business-tree.js'
import { Fill } from '../layout/layout.js'
import { Text } from '../layout/text.js'
import { Marked } from '../marked.js'
import { BusinessKindIcon } from './business-kind-icon.js'
import { joined } from '../../lib/format/joined.js'

interface BusinessOptionProps {
  business: TreeBusiness
  /** Search text, highlighted in the name. */
  query: string
  /** Reason why the business cannot be chosen. */
  refusal: string | undefined
}

/**
 * Business in a list of options: its kind and name, and below them its place in the tree or the reason why it cannot be chosen.
 */
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
