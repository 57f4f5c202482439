import LinearProgress from '@mui/material/LinearProgress'
import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint, Stack, Text } from '../../../components/layout/index.js'
import { useChange, useReread } from '../../../components/notifications/use-change.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import { type DayRange, formatRange, rangeInstants } from '../../../lib/day-range.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { usePermission } from '../../../lib/session/session.js'
import {
  isUnderWay,
  type Recalculation,
  recalculationsKey,
  useNewestRecalculation,
  useResultInWords,
} from './use-newest-recalculation.js'

interface RecalculateTripsProps {
  entityId: number
  /** Days to recalculate. Undefined for all. */
  range: DayRange | undefined
}

/**
 * Recalculates trips from their positions, for users who may change the vehicle. The result is reported even if the dialog is
 * closed.
 */
export function RecalculateTrips(props: RecalculateTripsProps) {
  const { t } = useTranslation('trips')
  const mayAsk = usePermission('update:entity')
  const [isOpen, setIsOpen] = useState(false)
  const [isWatched, setIsWatched] = useState(false)
  const newest = useNewestRecalculation(props.entityId, isWatched)
  if (!mayAsk) return null
  const open = () => {
    setIsWatched(true)
    setIsOpen(true)
  }
  return (
    <>
      <TooltipIconButton label={t('recalculate.title')} icon={Calculator} onClick={open} />
      {isOpen && <RecalculateDialog {...props} newest={newest} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RecalculateDialog({
  entityId,
  range,
  newest,
  onClose,
}: RecalculateTripsProps & { newest: Recalculation | undefined; onClose: () => void }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const ask = useChange(
    (body: { from?: string; till?: string }, key) =>
      dataOf(
        api.POST('/api/v1/entities/{id}/trips/recalculate', { params: { path: { id: entityId }, header: once(key) }, body }),
      ),
    useReread(recalculationsKey(entityId)),
    {},
  )
  const isBusy = isUnderWay(newest)
  const days = range ? formatRange(range) : t('range.all')
  const period = range ? rangeInstants(range, format.timeZone) : {}
  return (
    <AskDialog
      title={t('recalculate.title')}
      onClose={onClose}
      keepLabel={isBusy ? t('recalculate.close') : undefined}
      act={{
        label: t('recalculate.act'),
        onAct: () => ask.mutate(period),
        isPending: ask.isPending || isBusy,
      }}
    >
      <Stack gap={1.5}>
        <Text>{t('recalculate.text', { days })}</Text>
        <Hint>{t('recalculate.stays')}</Hint>
        <Newest recalculation={newest} />
      </Stack>
    </AskDialog>
  )
}

/** Shows the progress of the newest recalculation, or its result. */
function Newest({ recalculation }: { recalculation: Recalculation | undefined }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const inWords = useResultInWords()
  if (!recalculation) return null
  if (isUnderWay(recalculation))
    return (
      <div role="status">
        <Hint>
          {t(recalculation.state === 'queued' ? 'recalculate.queued' : 'recalculate.running', {
            percent: recalculation.progress,
          })}
        </Hint>
        <LinearProgress aria-label={t('recalculate.title')} variant="determinate" value={recalculation.progress} />
      </div>
    )
  const by = recalculation.requested_by ?? t('logbook.somebody')
  return (
    <Hint role="status">
      {t('recalculate.last', {
        at: format.dateTime(recalculation.ended_at ?? recalculation.created_at),
        by,
        result: inWords(recalculation),
      })}
    </Hint>
  )
}
