import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountPill } from '../../../components/count-pill.js'
import { Page } from '../../../components/page.js'
import { Row } from '../../../components/layout/index.js'
import { ViewTabs } from '../../../components/view-tabs.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useScreenAddress } from '../../../lib/screen-address.js'
import { GuideLink } from '../../guides/index.js'
import { NewPlan, PlansList } from '../plans/plans-list.js'
import { ServiceBoard } from './service-board.js'
import { ServiceCalendar } from '../calendar/service-calendar.js'
import { countsQuery } from './service-counts.js'
import { ServiceList } from './service-list.js'
import { OPEN_STATES, STATES, type ServiceState } from './services.js'

const VIEWS = ['notifications', 'plans', 'calendar'] as const
const SHAPES = ['list', 'board', 'mechanics'] as const

/** Screen of due services and plans (D.20). The URL contains the tab, the segment and the open row. */
export function Component() {
  const { t } = useTranslation('services')
  const address = useScreenAddress({ row: 'service', views: VIEWS })
  const { view, setView } = address
  // Shows the tab of plans for older links that name a plan but no tab.
  const shown = address.text('plan') !== undefined || address.text('dialog')?.endsWith(':plan') ? 'plans' : view
  const { data: counts, isPending } = useQuery(countsQuery)
  return (
    <Page
      title={t('screen.title')}
      meta={
        counts
          ? t('counts', { overdue: formatCount(counts.overdue), soon: formatCount(counts['due-soon']) })
          : t('screen.purpose')
      }
      isFilling
      actions={
        <>
          <GuideLink guide={shown === 'plans' ? 'plans' : 'workshop'} isInHead />
          <NewPlan />
        </>
      }
    >
      <ViewTabs label={t('views.label')} views={VIEWS} view={shown} titleOf={(one) => t(`views.${one}`)} onView={setView} />
      {shown === 'plans' && <PlansList />}
      {shown === 'notifications' && <Services address={address} counts={counts} isCounting={isPending} />}
      {shown === 'calendar' && <ServiceCalendar openId={address.openId} onOpen={address.open} onClose={address.close} />}
    </Page>
  )
}

interface ServicesProps {
  address: Pick<ReturnType<typeof useScreenAddress>, 'text' | 'oneOf' | 'goTo' | 'openId' | 'open' | 'close'>
  counts?: Readonly<Record<ServiceState, number>>
  isCounting: boolean
}

/** Returns the segment that the URL names, otherwise the first segment that had services when the screen opened. */
function useSegment(address: ServicesProps['address'], counts: ServicesProps['counts']): ServiceState {
  const [first, setFirst] = useState<ServiceState>()
  if (first === undefined && counts) setFirst(OPEN_STATES.find((state) => counts[state] > 0) ?? STATES[0])
  return address.text('state') === undefined ? (first ?? STATES[0]) : address.oneOf('state', STATES)
}

function Services({ address, counts, isCounting }: ServicesProps) {
  const { t } = useTranslation('services')
  const state = useSegment(address, counts)
  const isKnown = address.text('state') !== undefined || !isCounting
  const shape = address.oneOf('as', SHAPES)
  const rows = { openId: address.openId, onOpen: address.open, onClose: address.close }
  return (
    <>
      <Row wrap justify="space-between" sx={{ flex: 'none', mb: 1.5 }}>
        {shape === 'list' ? (
          <Segments state={state} counts={counts} onState={(next) => address.goTo({ state: next })} />
        ) : (
          <span />
        )}
        <ToggleButtonGroup
          exclusive
          size="small"
          value={shape}
          aria-label={t('shapes.label')}
          onChange={(_event, next: (typeof SHAPES)[number] | null) =>
            next && address.goTo({ as: next === 'list' ? undefined : next })
          }
        >
          {SHAPES.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`shapes.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Row>
      {shape === 'list' && isKnown && <ServiceList state={state} {...rows} />}
      {shape !== 'list' && <ServiceBoard grouping={shape === 'board' ? 'state' : 'mechanic'} counts={counts} {...rows} />}
    </>
  )
}

interface SegmentsProps {
  state: ServiceState
  counts: ServicesProps['counts']
  onState: (state: ServiceState) => void
}

/** Segments for the states of a service with their counts. */
function Segments({ state, counts, onState }: SegmentsProps) {
  const { t } = useTranslation('services')
  return (
    <Row sx={{ minWidth: 0, overflowX: 'auto' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={state}
        aria-label={t('states.label')}
        sx={{ flex: 'none', whiteSpace: 'nowrap' }}
        onChange={(_event, next: ServiceState | null) => next && onState(next)}
      >
        {STATES.map((one) => (
          <ToggleButton key={one} value={one}>
            <Row gap={0.75}>
              {t(`states.${one}`)}
              {counts && (
                <CountPill tone={one === 'overdue' && counts.overdue > 0 ? 'missing' : undefined}>
                  {formatCount(counts[one])}
                </CountPill>
              )}
            </Row>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Row>
  )
}
