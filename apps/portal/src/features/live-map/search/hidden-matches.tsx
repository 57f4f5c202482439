import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/layout.js'
import type { MarkerState } from '../../../map/entity-state.js'

interface HiddenMatchesProps {
  /** States that the user has chosen with the chips. The map shows only vehicles in these states. */
  states: ReadonlySet<MarkerState>
  onShowAll: () => void
}

/** Explains why the map is empty although the search found vehicles: the chips hide all of them. */
export function HiddenMatches({ states, onShowAll }: HiddenMatchesProps) {
  const { t } = useTranslation(['map', 'common'])
  return (
    <Row role="status" pad={[0.5, 1]} ground="warning" tone="warning" weight="medium" wrap>
      {t('search.hidden', { states: [...states].map((state) => t(`common:states.${state}`)).join(', ') })}
      <Button size="small" variant="text" color="inherit" onClick={onShowAll}>
        {t('search.showAll')}
      </Button>
    </Row>
  )
}
