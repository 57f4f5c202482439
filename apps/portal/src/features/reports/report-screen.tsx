import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { Fill, Row, Stack } from '../../components/layout/index.js'
import { Page } from '../../components/page.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { daysIn } from '../../lib/day-range.js'
import { useFormat } from '../../lib/format/use-format.js'
import { GuideLink } from '../guides/index.js'
import { EntitiesPicker, EntityPicker } from './components/entity-picker.js'
import { MeasureField } from './components/measure-field.js'
import { PeriodField } from './components/period-field.js'
import { TargetGroupPicker } from './components/target-group-picker.js'
import { IndividualReport, type IndividualReportProps } from './individual/individual-report.js'
import { MultipleReport } from './multiple/multiple-report.js'
import { OrderMenu } from './order/order-menu.js'
import { PeriodicReport, SCHEDULING } from './order/periodic-report.js'
import { ReportFiles } from './order/report-files.js'
import { useRunningRequests } from './order/request-queries.js'
import { entityOptionsQuery } from './queries/report-queries.js'
import { MODES, type ReportMode, type ReportOrder, VIEWS } from './report.js'
import { ReportSchedules } from './schedules/report-schedules.js'
import { type ReportAddress, useReportAddress } from './use-report-address.js'

type ReportScreenProps = Pick<IndividualReportProps, 'mapOf' | 'onReplay'>

/** Reports on the use of vehicles, on screen and as files, once or on a schedule (D.10). */
export function ReportScreen({ mapOf, onReplay }: ReportScreenProps) {
  const { t } = useTranslation('reports')
  const { timeZone } = useFormat()
  const address = useReportAddress()
  const { view } = address
  useRunningRequests()
  const isList = view === 'files' || view === 'schedules'
  const create = (
    <ActionButton icon={Plus} variant="contained" label={t('schedules.new')} onClick={() => address.createSchedule()} />
  )
  return (
    <Page
      title={t('screen.title')}
      meta={t('screen.meta', { zone: timeZone })}
      isFilling={isList}
      actions={
        <>
          <GuideLink guide="reports" isInHead />
          {view === 'schedules' && create}
        </>
      }
    >
      <ViewTabs
        label={t('views.label')}
        views={VIEWS}
        view={view}
        titleOf={(one) => t(`views.${one}`)}
        onView={(next) => address.setView(next)}
      />
      {view === 'periodic' && <PeriodicReport address={address} />}
      {(view === 'individual' || view === 'multiple') && (
        <Stack gap={2}>
          <Filters address={address} />
          {view === 'individual' ? (
            <IndividualReport address={address} mapOf={mapOf} onReplay={onReplay} />
          ) : (
            <MultipleReport address={address} />
          )}
        </Stack>
      )}
      {view === 'files' && <ReportFiles reportId={address.reportId} onReport={address.openReport} />}
      {view === 'schedules' && <ReportSchedules address={address} />}
    </Page>
  )
}

/** Row of fields for vehicles and period, with the menu of actions. */
function Filters({ address }: { address: ReportAddress }) {
  const { view, range, setRange } = address
  const isIndividual = view === 'individual'
  return (
    <Stack gap={1.5}>
      {!isIndividual && <Modes mode={address.mode} onMode={address.setMode} />}
      <Row wrap align="end">
        <Fill sx={{ flexBasis: 220, maxWidth: 360 }}>
          {isIndividual ? (
            <EntityPicker entityId={address.entityId} onChange={address.setEntity} />
          ) : (
            <EntitiesPicker entityIds={address.entityIds} onChange={address.setEntities} />
          )}
        </Fill>
        {!isIndividual && (
          <Fill sx={{ flexBasis: 180, maxWidth: 280 }}>
            <TargetGroupPicker groupId={address.groupId} days={daysIn(range)} onChange={address.setGroup} />
          </Fill>
        )}
        <PeriodField range={range} onChange={setRange} />
        {!isIndividual && <MeasureField address={address} />}
        <OrderMenu wish={useWish(address)} onSchedule={() => address.setView('schedules', SCHEDULING)} />
      </Row>
    </Stack>
  )
}

/** Returns the report on screen in the format in which it is ordered as a file. */
function useWish(address: ReportAddress): Omit<ReportOrder, 'format'> | undefined {
  const { timeZone } = useFormat()
  const { data: all } = useQuery(entityOptionsQuery)
  const { view, range, entityId, entityIds, groupId, mode, limitKph: limit_kph, minMinutes: min_minutes } = address
  const of = { ...range, tz: timeZone, limit_kph, min_minutes }
  if (view === 'individual')
    return entityId === undefined ? undefined : { kind: 'individual', mode: 'all', entity_ids: [entityId], ...of }
  const whole = { kind: 'multiple', mode, ...of } as const
  if (groupId !== undefined) return { ...whole, target_group_id: groupId }
  const ids = entityIds.length > 0 ? entityIds : (all ?? []).map(({ id }) => id)
  return ids.length === 0 ? undefined : { ...whole, entity_ids: [...ids] }
}

function Modes({ mode, onMode }: { mode: ReportMode; onMode: (mode: ReportMode) => void }) {
  const { t } = useTranslation('reports')
  return (
    // On a phone, the row scrolls sideways, because the German labels would take a third of the screen if they wrapped.
    <Row sx={{ minWidth: 0, overflowX: 'auto' }}>
      <ToggleButtonGroup
        exclusive
        aria-label={t('modes.label')}
        value={mode}
        onChange={(_event, next: ReportMode | null) => next && onMode(next)}
        sx={{ flex: 'none', whiteSpace: 'nowrap' }}
      >
        {MODES.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`modes.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Row>
  )
}
