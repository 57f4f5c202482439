import LinearProgress from '@mui/material/LinearProgress'
import { useQuery } from '@tanstack/react-query'
import { Calculator } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint, Stack, Text } from '../../../components/layout/index.js'
import { useChange, useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import { type DayRange, formatRange, rangeInstants } from '../../../lib/day-range.js'
import { counted } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { usePermission } from '../../../lib/session/session.js'
import { tripsKey } from '../../../live/query-keys.js'

type Recalculation = components['schemas']['TripRecalculation']

const LOOK_AGAIN_MS = 2_000
const isUnderWay = (one: Recalculation | undefined) => one?.state === 'queued' || one?.state === 'running'

interface RecalculateTripsProps {
  entityId: number
  /** The days to cut again; undefined for all of them. */
  range: DayRange | undefined
}

/** Has trips cut again from their positions; for who may change the vehicle. What changed is said also when the dialog is closed. */
export function RecalculateTrips(props: RecalculateTripsProps) {
  const { t } = useTranslation('trips')
  const mayAsk = usePermission('update:entity')
  const [isOpen, setIsOpen] = useState(false)
  const [isWatched, setIsWatched] = useState(false)
  const newest = useNewest(props.entityId, isWatched)
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

/** The newest recalculation of a vehicle, looked at until it has ended; its trips are read again then. */
function useNewest(entityId: number, isWatched: boolean): Recalculation | undefined {
  const { t } = useTranslation('trips')
  const notify = useNotify()
  const inWords = useResultInWords()
  const reread = useReread(tripsKey(entityId))
  const { data } = useQuery({
    queryKey: recalculationsKey(entityId),
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/entities/{id}/trips/recalculations', { params: { path: { id: entityId } }, signal })),
    enabled: isWatched,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.[0]) ? LOOK_AGAIN_MS : false),
  })
  const newest = data?.[0]
  const seen = useRef<number>(undefined)
  useEffect(() => {
    if (!newest) return
    if (isUnderWay(newest)) seen.current = newest.id
    else if (seen.current === newest.id) {
      seen.current = undefined
      notify[newest.state === 'failed' ? 'error' : 'success'](t('recalculate.done', { result: inWords(newest) }))
      void reread()
    }
  })
  return newest
}

/** Not below the key of its trips, which live messages have read again. */
const recalculationsKey = (entityId: number) => ['trip-recalculations', entityId]

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
        <Newest one={newest} />
      </Stack>
    </AskDialog>
  )
}

/** How far it is, or what the last one came to. */
function Newest({ one }: { one: Recalculation | undefined }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const inWords = useResultInWords()
  if (!one) return null
  if (isUnderWay(one))
    return (
      <div role="status">
        <Hint>{t(one.state === 'queued' ? 'recalculate.queued' : 'recalculate.running', { percent: one.progress })}</Hint>
        <LinearProgress aria-label={t('recalculate.title')} variant="determinate" value={one.progress} />
      </div>
    )
  const by = one.requested_by ?? t('logbook.somebody')
  return (
    <Hint role="status">
      {t('recalculate.last', { at: format.dateTime(one.ended_at ?? one.created_at), by, result: inWords(one) })}
    </Hint>
  )
}

/** What a recalculation came to, in words. */
function useResultInWords() {
  const { t } = useTranslation('trips')
  return ({ state, added, changed, removed }: Recalculation): string => {
    if (state === 'failed') return t('recalculate.failed')
    const parts = [
      added > 0 && t('recalculate.added', counted(added)),
      changed > 0 && t('recalculate.changed', counted(changed)),
      removed > 0 && t('recalculate.removed', counted(removed)),
    ].filter((part) => part !== false)
    return parts.length > 0 ? parts.join(', ') : t('recalculate.nothing')
  }
}
