import Box from '@mui/material/Box'
import {
  ArrowLeftRight,
  BadgeCheck,
  CircleMinus,
  PackageCheck,
  Pencil,
  Route,
  SearchCheck,
  Siren,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Span, Text } from '../../../components/layout/index.js'
import { formatDistance, formatImei, counted } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { TimelineItem } from '../queries/timeline-query.js'

const icons: Record<TimelineItem['kind'], LucideIcon> = {
  install: PackageCheck,
  verified: BadgeCheck,
  swap: ArrowLeftRight,
  removal: CircleMinus,
  trips: Route,
  case: Siren,
  'case-end': SearchCheck,
  edit: Pencil,
}

interface TimelineRowProps {
  item: TimelineItem
  /** Field by field what changed; of another feature, so the route brings it. */
  renderChanges: (edit: NonNullable<TimelineItem['edit']>) => ReactNode
}

/** One occurrence: what it was, when, by whom, and its facts. */
export function TimelineRow({ item, renderChanges }: TimelineRowProps) {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const title = useTitle(item)
  const { kind, at, actor, tracker, trips, edit } = item
  const Icon = icons[kind]
  const imei = (text: string | null) => (text === null ? t('timeline.unknown') : formatImei(text))
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Box
        sx={{
          display: 'grid',
          placeContent: 'center',
          flex: 'none',
          width: 28,
          height: 28,
          borderRadius: '8px',
          bgcolor: kind === 'case' ? 'missing.soft' : 'surface.subtle',
          color: kind === 'case' ? 'missing.main' : 'text.secondary',
        }}
      >
        <Icon size={15} />
      </Box>
      <Text size="dense" breaks grow>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
          <Span weight="strong">{title}</Span>
          <Span tone="secondary" tabular>
            {trips ? format.date(at) : format.dateTime(at)}
            {actor && ` · ${t('timeline.by', { name: actor })}`}
          </Span>
        </Box>
        {tracker && (
          <Text tabular>
            {kind === 'swap'
              ? t('timeline.swapped', { from: imei(tracker.previous_imei), to: imei(tracker.imei) })
              : imei(tracker.imei)}
          </Text>
        )}
        {tracker?.reason && <Text tone="secondary">{tracker.reason}</Text>}
        {edit && edit.action !== 'entity.create' && renderChanges(edit)}
      </Text>
    </Box>
  )
}

function useTitle({ kind, trips, case_state, edit }: TimelineItem): string {
  const { t, i18n } = useTranslation('entities')
  const format = useFormat()
  if (trips) {
    const [distance, duration] = [formatDistance(trips.distance_m), format.duration(trips.duration_s)]
    return t('timeline.day', { ...counted(trips.trips), distance, duration })
  }
  if (edit) {
    const key = `timeline.actions.${edit.action.replaceAll('.', '_')}`
    return i18n.exists(key, { ns: 'entities' }) ? t(key as 'timeline.actions.entity_update') : edit.action
  }
  if (kind === 'case-end' && (case_state === 'resolved' || case_state === 'closed')) return t(`timeline.kinds.${case_state}`)
  return t(`timeline.kinds.${kind as Exclude<typeof kind, 'trips' | 'edit'>}`)
}
