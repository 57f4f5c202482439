import Paper from '@mui/material/Paper'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { CalendarClock, Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import { FieldPair, Form, Hint, Row, Stack, Text } from '../../../components/layout/index.js'
import { daysIn } from '../../../lib/day-range.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useSession } from '../../../lib/session/session.js'
import { vars } from '../../../theme/components/vars.js'
import { MeasureField } from '../components/measure-field.js'
import { PeriodField } from '../components/period-field.js'
import { TargetGroupPicker } from '../components/target-group-picker.js'
import { useIsRefused } from '../queries/use-refused-target.js'
import { FORMATS, MODES, type ReportFormat, type ReportMode } from '../report.js'
import type { ReportAddress } from '../use-report-address.js'
import { RecentRequests } from './recent-requests.js'
import { useOrder } from './use-order.js'

const PERIODS = ['lastWeek', 'lastMonth', 'thisMonth'] as const

/** Report on a target group or all vehicles, sent as a file by mail once or on a schedule. */
export const PeriodicReport = ({ address }: { address: ReportAddress }) => (
  <Beside>
    <OrderForm address={address} />
    <RecentRequests onAll={() => address.setView('files')} />
  </Beside>
)

function OrderForm({ address }: { address: ReportAddress }) {
  const { t } = useTranslation('reports')
  const { timeZone } = useFormat()
  const { user } = useSession()
  const { groupId, range, mode } = address
  const [format, setFormat] = useState<ReportFormat>('xlsx')
  const [error, setError] = useState<string>()
  const isRefused = useIsRefused(groupId, daysIn(range))
  const order = useOrder({ onRefused: setError })
  const send = () => {
    const measured = { limit_kph: address.limitKph, min_minutes: address.minMinutes }
    order.mutate({ kind: 'periodic', mode, format, ...range, tz: timeZone, target_group_id: groupId ?? null, ...measured })
  }
  return (
    <Paper>
      <Form onSubmit={send} gap={0}>
        <Stack gap={2.5} pad={3}>
          <Stack gap={0.5}>
            <Text component="h2" size="title">
              {t('periodic.title')}
            </Text>
            <Hint>{t('periodic.text')}</Hint>
          </Stack>
          <FieldPair>
            <TargetGroupPicker
              mayBeAll
              groupId={groupId}
              days={daysIn(range)}
              error={error}
              onChange={(id) => {
                setError(undefined)
                address.setGroup(id)
              }}
            />
            <Field isReadOnly label={t('periodic.sendTo')} value={user.email} helperText={t('periodic.ownAddress')} />
          </FieldPair>
          <Stack gap={0.75} component="fieldset">
            <Text component="legend" size="caption" weight="medium">
              {t('periodic.period')}
            </Text>
            <PeriodField
              range={range}
              presets={PERIODS}
              onChange={(next) => {
                setError(undefined)
                address.setRange(next)
              }}
            />
          </Stack>
          <Rows mode={mode} onMode={address.setMode} />
          <MeasureField address={address} />
          <Formats format={format} onFormat={setFormat} />
        </Stack>
        <Row justify="end" wrap pad={[2, 3]} divided>
          <ActionButton
            icon={CalendarClock}
            label={t('order.schedule')}
            onClick={() => address.setView('schedules', SCHEDULING)}
          />
          <ActionButton
            type="submit"
            variant="contained"
            icon={Mail}
            label={t('periodic.send')}
            disabled={isRefused}
            loading={order.isPending}
          />
        </Row>
      </Form>
    </Paper>
  )
}

/** URL part that opens the form of a new schedule. */
export const SCHEDULING = { dialog: 'create:schedule' }

function Rows({ mode, onMode }: { mode: ReportMode; onMode: (mode: ReportMode) => void }) {
  const { t } = useTranslation('reports')
  return (
    <Stack gap={0.75} component="fieldset">
      <Text component="legend" size="caption" weight="medium">
        {t('periodic.rows')}
      </Text>
      <RadioGroup value={mode} onChange={(_event, next) => onMode(next as ReportMode)}>
        <Choices>
          {MODES.map((one) => (
            <Choice
              key={one}
              value={one}
              control={<Radio size="small" />}
              label={
                <>
                  <Text weight="strong">{t(`modes.${one}`)}</Text>
                  <Text size="caption" tone="secondary">
                    {t(`about.${one}`)}
                  </Text>
                </>
              }
            />
          ))}
        </Choices>
      </RadioGroup>
    </Stack>
  )
}

function Formats({ format, onFormat }: { format: ReportFormat; onFormat: (format: ReportFormat) => void }) {
  const { t } = useTranslation('reports')
  return (
    <Stack gap={0.75} component="fieldset">
      <Text component="legend" size="caption" weight="medium">
        {t('columns.format')}
      </Text>
      <ToggleButtonGroup
        exclusive
        aria-label={t('columns.format')}
        sx={{ justifySelf: 'start' }}
        value={format}
        onChange={(_event, next: ReportFormat | null) => next && onFormat(next)}
      >
        {FORMATS.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`formats.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Stack>
  )
}

const Beside = styled('div')(({ theme }) => ({
  display: 'grid',
  alignItems: 'start',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up(1280)]: { gridTemplateColumns: 'minmax(0, 1fr) 400px' },
}))
const Choices = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1),
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))
const Choice = styled(FormControlLabel)(({ theme }) => ({
  alignItems: 'start',
  margin: 0,
  padding: theme.spacing(1),
  borderRadius: 10,
  border: `1px solid ${vars(theme).divider}`,
  '&:has(:checked)': { borderColor: vars(theme).primary.main, backgroundColor: vars(theme).primary.soft },
}))
