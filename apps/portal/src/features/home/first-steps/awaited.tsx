import CircularProgress from '@mui/material/CircularProgress'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/index.js'
import { useNow } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { usePermission } from '../../../lib/session/session.js'
import { receptionQuery } from './first-steps-query.js'

/** Shows the progress of the last step: the tracker has reported, has a position, and moves. */
export function Awaited({ entityId }: { entityId: number }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const now = useNow()
  const { data } = useQuery({ ...receptionQuery(entityId), enabled: usePermission('index:entity') })
  if (!data) return null
  const age = data.last_seen && format.relative(data.last_seen, now)
  const place = data.position?.latitude
  const hasPlace = place !== null && place !== undefined
  return (
    <Row role="status" size="dense" tone="secondary">
      <CircularProgress size={14} aria-hidden />
      {age ? t(hasPlace ? 'steps.move.stands' : 'steps.move.noPlace', { age }) : t('steps.move.unheard')}
    </Row>
  )
}
