import LinearProgress from '@mui/material/LinearProgress'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { styled } from '@mui/material/styles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Fill, Row, Text } from '../../../components/layout/index.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { useClock } from '../../../lib/clock.js'
import { type Day, formatDay, isDay } from '../../../lib/day-range.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useAddress } from '../../../lib/screen-address.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import { type CalendarSpan, daysOf, moved, SPANS } from './calendar-days.js'
import { CalendarLink } from './calendar-link.js'
import { Dragging, Place, ServiceCard } from '../services/drag.js'
import { OpenService, useServiceActions } from '../services/service-list.js'
import { type Service, SERVICES_KEY } from '../services/services.js'
import { useServiceChanges } from '../services/use-service-changes.js'

const comingQuery = (days: readonly Day[], tz: string) => ({
  queryKey: [SERVICES_KEY, 'calendar', days[0], days.length, tz],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const query = { date: days[0] ?? '', 'additional-days': days.length - 1, tz }
    return dataOf(api.GET('/api/v1/calendar/maintenance', { params: { query }, signal }))
  },
  placeholderData: keepPreviousData,
})

interface CalendarProps {
  openId?: number
  onOpen: (id: number) => void
  onClose: () => void
}

/** Services of a week or a month (D.20). Dropping a service on another day plans it for that day. */
export function ServiceCalendar({ openId, onOpen, onClose }: CalendarProps) {
  const address = useAddress()
  const clock = useClock()
  const { timeZone, day: dayOf } = useFormat()
  const { change } = useServiceChanges()
  const { actionsOf, dialog } = useServiceActions()
  const today = dayOf(clock.now())
  const span = address.oneOf('span', SPANS)
  const said = address.text('date')
  const day = said && isDay(said) ? said : today
  const days = daysOf(span, day)
  const query = useQuery(comingQuery(days, timeZone))
  const services = query.data ?? []
  // Uses the same order of precedence as the API when it determines a service's date.
  const placed = (one: Service) =>
    dayOf(one.planned_at ?? one.due_at ?? one.left.reached_at ?? one.left.forecast_at ?? one.created_at)
  return (
    <>
      <CalendarHead
        span={span}
        day={day}
        today={today}
        onSpan={(next) => address.change({ span: next === SPANS[0] ? undefined : next }, true)}
        onDay={(next) => address.change({ date: next === today ? undefined : next }, true)}
      />
      <Progress>{query.isFetching && <LinearProgress aria-hidden />}</Progress>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {/* Shows the days only after they have loaded, because they would look free before that. */}
      {query.data && (
        <Dragging
          services={services}
          placeOf={formatDay}
          onDrop={(service, place) => change([service], { kind: 'plan', day: place })}
        >
          <CalendarGrid span={span} day={day} days={days} today={today} services={services} placed={placed} onOpen={onOpen} />
        </Dragging>
      )}
      <OpenService id={openId} actionsOf={actionsOf} onClose={onClose} />
      {dialog}
    </>
  )
}

interface HeadProps {
  span: CalendarSpan
  day: Day
  today: Day
  onSpan: (span: CalendarSpan) => void
  onDay: (day: Day) => void
}

function CalendarHead({ span, day, today, onSpan, onDay }: HeadProps) {
  const { t, i18n } = useTranslation('services')
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <Row wrap sx={{ flex: 'none', mb: 1.5 }}>
      {/* On a phone the name of the month is on a separate line. */}
      <Fill sx={{ flexBasis: 140 }}>
        <Text component="h2" size="heading" aria-live="polite">
          {month.format(new Date(day))}
        </Text>
      </Fill>
      <TooltipIconButton label={t('calendar.before')} icon={ChevronLeft} onClick={() => onDay(moved(span, day, -1))} />
      <ActionButton label={t('calendar.today')} onClick={() => onDay(today)} />
      <TooltipIconButton label={t('calendar.after')} icon={ChevronRight} onClick={() => onDay(moved(span, day, 1))} />
      <CalendarLink />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={span}
        aria-label={t('calendar.span')}
        onChange={(_event, next: CalendarSpan | null) => next && onSpan(next)}
      >
        {SPANS.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`calendar.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Row>
  )
}

const Progress = styled('div')({ flex: 'none', height: 2, '& > *': { height: 2 } })

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.5),
  gridTemplateColumns: 'minmax(0, 1fr)',
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  // A row is as high as its fullest day. The grid then scrolls, and the services do not overlap.
  gridAutoRows: 'min-content',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', '& > section': { minHeight: 112 } },
}))

interface GridProps {
  span: CalendarSpan
  day: Day
  days: readonly Day[]
  today: Day
  services: readonly Service[]
  placed: (service: Service) => Day
  onOpen: (id: number) => void
}

/** Grid of weeks from Monday. On a phone the days are stacked, and a month shows only days with services. */
function CalendarGrid({ span, day, days, today, services, placed, onOpen }: GridProps) {
  const isNarrow = useIsNarrow()
  const { weekdayOf } = useFormat()
  const of = (one: Day) => services.filter((service) => placed(service) === one)
  const shown = isNarrow && span === 'month' ? days.filter((one) => one === today || of(one).length > 0) : days
  return (
    <Grid>
      {shown.map((one) => {
        const isOther = span === 'month' && one.slice(0, 7) !== day.slice(0, 7)
        return (
          <Place key={one} id={one} label={`${weekdayOf(one, 'short')} ${formatDay(one)}`} isShut={one < today}>
            <Text
              size="caption"
              tabular
              tone={one === today ? 'link' : isOther ? 'tertiary' : 'secondary'}
              weight={one === today ? 'strong' : 'regular'}
              aria-current={one === today ? 'date' : undefined}
            >
              {`${weekdayOf(one, 'short')} ${formatDay(one).slice(0, 5)}`}
            </Text>
            {of(one).map((service) => (
              <ServiceCard key={service.id} service={service} from={one} onOpen={onOpen} />
            ))}
          </Place>
        )
      })}
    </Grid>
  )
}
