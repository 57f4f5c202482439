import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../components/fact-list.js'
import { Field } from '../../components/field.js'
import { Bullets, FieldPair, Stack, Text } from '../../components/layout/index.js'
import { counted, formatCount } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { type ColumnName, COLUMNS, type HistoryImportResult, SPEED_UNITS } from './history-import.js'
import type { Trial } from './use-trial.js'

const NEEDED: readonly ColumnName[] = ['latitude', 'longitude', 'time']

/** Zone of times that name none. */
export function ZoneField({ trial: { timeZone, setTimeZone, refused } }: { trial: Trial }) {
  const { t } = useTranslation('historyImports')
  return (
    <Autocomplete
      disableClearable
      options={['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))]}
      value={timeZone}
      onChange={(_event, zone) => setTimeZone(zone)}
      renderInput={(params) => (
        <Field {...params} label={t('form.timeZone')} helperText={t('form.timeZoneHint')} errorText={refused.time_zone} />
      )}
    />
  )
}

/** Choice of a CSV's column for each value, and of the unit of its speed. */
export function ColumnFields({ sheet, trial }: { sheet: NonNullable<HistoryImportResult['sheet']>; trial: Trial }) {
  const { t } = useTranslation('historyImports')
  const none = { value: '', label: t('form.noColumn') }
  return (
    <Stack gap={1}>
      <Text component="h3" size="dense" weight="strong">
        {t('form.columns')}
      </Text>
      <FieldPair role="group" aria-label={t('form.columns')}>
        {COLUMNS.map((name) => {
          const head = sheet.columns[name] ?? ''
          const isMissing = head === '' && NEEDED.includes(name)
          return (
            <Field
              key={name}
              label={t(`values.${name}`)}
              isOptional={!NEEDED.includes(name)}
              value={head}
              options={[none, ...[...new Set(sheet.heads)].map((one) => ({ value: one, label: one }))]}
              errorText={isMissing ? t('errors.column') : undefined}
              onChange={({ target }) => trial.mapColumn(name, target.value)}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            />
          )
        })}
        {sheet.columns.speed && (
          <Field
            label={t('form.speedUnit')}
            value={sheet.speed_unit}
            options={SPEED_UNITS.map((unit) => ({ value: unit, label: t(`units.${unit}`) }))}
            onChange={({ target }) => trial.setSpeedUnit(SPEED_UNITS.find((unit) => unit === target.value))}
          />
        )}
      </FieldPair>
    </Stack>
  )
}

/** Contents of the file, and the positions that are left out. */
export function Contents({ result }: { result: HistoryImportResult }) {
  const { t } = useTranslation('historyImports')
  const format = useFormat()
  const { points, first_at: first, last_at: last, left_out: leftOut, is_known: isKnown, import: known } = result
  if (isKnown && known) return <Alert severity="info">{t('trial.known', { at: format.dateTime(known.created_at) })}</Alert>
  return (
    <>
      <FactList
        facts={[
          { label: t('trial.format'), value: t(`formats.${result.format}`) },
          { label: t('trial.points'), value: formatCount(points) },
          { label: t('trial.first'), value: first && format.dateTime(first) },
          { label: t('trial.last'), value: last && format.dateTime(last) },
        ]}
      />
      {leftOut.length > 0 && (
        <Alert severity="warning">
          {t('trial.leftOut', counted(leftOut.reduce((sum, { count }) => sum + count, 0)))}
          <Bullets>
            {leftOut.map(({ message, count, lines }) => (
              <li key={message}>
                {t('trial.reason', { ...counted(count), message })} <Lines lines={lines} count={count} format={result.format} />
              </li>
            ))}
          </Bullets>
        </Alert>
      )}
    </>
  )
}

interface LinesProps {
  lines: readonly number[]
  /** Number of all positions with the reason. Only the first of them are in `lines`. */
  count: number
  format: HistoryImportResult['format']
}

/** Names the first lines of a text, or positions of a track, that are left out. */
function Lines({ lines, count, format }: LinesProps) {
  const { t } = useTranslation('historyImports')
  if (lines.length === 0) return null
  const named = { count: lines.length, lines: `${lines.join(', ')}${count > lines.length ? ', …' : ''}` }
  return format === 'csv' || format === 'ndjson' ? t('trial.lines', named) : t('trial.places', named)
}
