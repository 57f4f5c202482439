import { styled } from '@mui/material/styles'
import { Lock, Map as MapIcon, Pencil, Tag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Hint, Text } from '../../../components/layout/index.js'
import { NONE } from '../../../lib/format/none.js'
import { formatDistance, formatKilometres } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { RowMenu } from '../../../table/index.js'
import { vars } from '../../../theme/components/vars.js'
import type { LogbookEntry } from './logbook-queries.js'
import { joined } from '../../../lib/format/joined.js'

/** Minimum gap in metres between two odometer readings that is mentioned. A smaller gap is a normal inaccuracy of odometers. */
const GAP_M = 1_000

interface EntryRowProps {
  entry: LogbookEntry
  onSay: () => void
  onCorrect: () => void
  /** Absent if the trip no longer exists. */
  onMap?: () => void
}

/** One trip of a logbook: time, places, distance, odometer readings and purpose, with remarks below. */
export function EntryRow({ entry, onSay, onCorrect, onMap }: EntryRowProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const missingRight = useMissingRight('update:entity')
  const { odometer_start_m: start, odometer_stop_m: stop } = entry
  const remarks = useRemarks(entry)
  const at = format.dateTimeRange(entry.started_at, entry.ended_at)
  const isOneDay = format.date(entry.started_at) === format.date(entry.ended_at)
  return (
    <Line aria-label={at}>
      <div>
        <Text weight="strong" tabular>
          {format.date(entry.started_at)}
        </Text>
        <Hint>
          {format.time(entry.started_at)} – {isOneDay ? format.time(entry.ended_at) : format.dateTime(entry.ended_at)}
        </Hint>
      </div>
      <div>
        <Text>{entry.start_address ?? t('unknownPlace')}</Text>
        <Text tone="secondary">{entry.stop_address ?? t('unknownPlace')}</Text>
      </div>
      <div>
        <Text tabular weight="strong">
          {formatDistance(entry.distance_m)}
        </Text>
        {start !== null && stop !== null && (
          <Hint>{t('logbook.odometer', { start: formatKilometres(start), stop: formatKilometres(stop) })}</Hint>
        )}
      </div>
      <div>
        <Text weight="strong">
          {t(`purposes.${entry.purpose ?? 'unsaid'}`)} {entry.is_closed && <Lock size={12} aria-hidden />}
        </Text>
        <Hint>{joined([entry.note, entry.driver]) || NONE}</Hint>
      </div>
      <RowMenu
        name={at}
        actions={[
          entry.is_closed
            ? { label: t('logbook.correct'), icon: Pencil, disabledBecause: missingRight, onAct: onCorrect }
            : { label: t('actions.purpose'), icon: Tag, disabledBecause: missingRight, onAct: onSay },
          ...(onMap ? [{ label: t('actions.map'), icon: MapIcon, onAct: onMap }] : []),
        ]}
      />
      {remarks.length > 0 && (
        <Remarks>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </Remarks>
      )}
    </Line>
  )
}

/** Returns the remarks that matter to a tax office: odometer gaps, and late, added or changed entries. */
function useRemarks({
  ended_at,
  arrived_at,
  gap_m: gap,
  is_late,
  said_at,
  added_at,
  is_recalculated,
  corrections,
  said,
}: LogbookEntry): string[] {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const wordsOf = (words: LogbookEntry['said']) =>
    words ? [t(`purposes.${words.purpose}`), words.note, words.driver].filter(Boolean).join(', ') : NONE
  const before = [said, ...corrections]
  const arrived = arrived_at && format.time(arrived_at)
  return [
    ...(arrived && arrived !== format.time(ended_at) ? [t('logbook.remarks.arrived', { at: arrived })] : []),
    ...(gap !== null && Math.abs(gap) >= GAP_M ? [t('logbook.remarks.gap', { km: formatKilometres(gap) })] : []),
    ...(is_late && said_at ? [t('logbook.remarks.late', { at: format.date(said_at) })] : []),
    ...(added_at ? [t('logbook.remarks.added', { at: format.dateTime(added_at) })] : []),
    ...(is_recalculated ? [t('logbook.remarks.recalculated')] : []),
    ...corrections.map((correction, nth) =>
      t('logbook.remarks.corrected', {
        at: format.dateTime(correction.corrected_at),
        by: correction.corrected_by ?? t('logbook.somebody'),
        before: wordsOf(before[nth] ?? null),
        after: wordsOf(correction),
        reason: correction.reason,
      }),
    ),
  ]
}

const Line = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: theme.spacing(2),
  rowGap: theme.spacing(0.5),
  padding: theme.spacing(1.25, 2),
  borderBottom: `1px solid ${vars(theme).divider}`,
  '&:last-of-type': { borderBottom: 0 },
  // On a phone, the parts are stacked, and the menu is in the corner.
  '& > :not(button, ul)': { gridColumn: 1 },
  '& > button': { gridColumn: 2, gridRow: 1 },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: '150px minmax(0, 3fr) minmax(0, 2fr) minmax(0, 2fr) 40px',
    '& > :not(button, ul)': { gridColumn: 'auto' },
    '& > button': { gridColumn: 5 },
  },
}))
const Remarks = styled('ul')(({ theme }) => ({
  gridColumn: '1 / -1',
  margin: 0,
  paddingLeft: theme.spacing(2.5),
  fontSize: 12,
  color: vars(theme).text.secondary,
}))
