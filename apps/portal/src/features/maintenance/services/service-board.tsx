import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CountPill } from '../../../components/count-pill.js'
import { Hint, Row, Text } from '../../../components/layout/index.js'
import { Loaded } from '../../../components/loaded.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { Dragging, Place, ServiceCard } from './drag.js'
import { assigneesQuery } from './service-dialogs.js'
import { OpenService, useServiceActions } from './service-list.js'
import { type Service, SERVICES_KEY, type ServiceState } from './services.js'
import { useServiceChanges } from './use-service-changes.js'

const MOST = 200
const NEWEST_DONE = 20

const openQuery = {
  queryKey: [SERVICES_KEY, 'board'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { state: 'open', limit: MOST, orderBy: 'comes_at', sortedBy: 'asc' } as const
    return (await unwrap(api.GET('/api/v1/maintenance-notifications', { params: { query }, signal }))).data
  },
}

/** The services completed last. Only the newest few are loaded, because the list view shows all of them. */
const doneQuery = {
  queryKey: [SERVICES_KEY, 'board', 'done'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { state: 'done', limit: NEWEST_DONE, orderBy: 'completed_at', sortedBy: 'desc' } as const
    return (await unwrap(api.GET('/api/v1/maintenance-notifications', { params: { query }, signal }))).data
  },
}

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  minHeight: 0,
  overflowY: 'auto',
  [theme.breakpoints.up('sm')]: {
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(220px, 1fr)',
    gridTemplateColumns: 'none',
    overflowX: 'auto',
  },
}))

interface BoardProps {
  /** Grouping of the columns. */
  grouping: 'state' | 'mechanic'
  /** Number of services in each state, including services that the board does not show. */
  counts?: Readonly<Record<ServiceState, number>>
  openId?: number
  onOpen: (id: number) => void
  onClose: () => void
}

interface BoardColumn {
  id: string
  label: string
  services: readonly Service[]
  /** Total number of services in the column, including those that are not shown. */
  count?: number
  /**
   * True if services cannot be dropped on this column, because only their date and odometer decide whether they are in this
   * state.
   */
  isShut?: boolean
}

/**
 * Board of services as cards, grouped by state or mechanic (D.20). Dropping a card on another column plans, completes or assigns
 * the service.
 */
export function ServiceBoard({ grouping, counts, openId, onOpen, onClose }: BoardProps) {
  const { t } = useTranslation('services')
  const query = useQuery(openQuery)
  const { data: done = [] } = useQuery({ ...doneQuery, enabled: grouping === 'state' })
  const { data: people } = useQuery(assigneesQuery())
  const { actionsOf, ask, dialog } = useServiceActions()
  const { change } = useServiceChanges()
  const columnsOf = useColumns(grouping, people ?? [], done, counts)
  const drop = (service: Service, place: string) => {
    if (place === 'planned') ask('plan', service)
    else if (place === 'done') ask('done', service)
    else change([service], { kind: 'assign', user: people?.find(({ id }) => `${id}` === place) ?? null })
  }
  return (
    <>
      <Loaded query={query} heightPx={320}>
        {(services) => (
          <>
            {services.length === MOST && <Hint>{t('board.most', { count: MOST })}</Hint>}
            <Board columns={columnsOf(services)} services={[...services, ...done]} onDrop={drop} onOpen={onOpen} />
          </>
        )}
      </Loaded>
      <OpenService id={openId} actionsOf={actionsOf} onClose={onClose} />
      {dialog}
    </>
  )
}

function useColumns(
  grouping: BoardProps['grouping'],
  people: readonly { id: number; name: string }[],
  done: readonly Service[],
  counts: BoardProps['counts'],
) {
  const { t } = useTranslation('services')
  return (services: readonly Service[]): BoardColumn[] => {
    const inState = (state: Service['state']) => services.filter((one) => one.state === state)
    if (grouping === 'state')
      return [
        ...(['overdue', 'due-soon'] as const).map((id) => ({
          id,
          label: t(`states.${id}`),
          services: inState(id),
          count: counts?.[id],
          isShut: true,
        })),
        { id: 'planned', label: t('states.planned'), services: inState('planned'), count: counts?.planned },
        { id: 'done', label: t('states.done'), services: done, count: counts?.done },
      ]
    const of = (id: number | undefined) => services.filter(({ assigned_user }) => assigned_user?.id === id)
    return [
      { id: 'nobody', label: t('assigning.nobody'), services: of(undefined) },
      ...people.map(({ id, name }) => ({ id: `${id}`, label: name, services: of(id) })),
    ]
  }
}

interface ColumnsProps {
  columns: readonly BoardColumn[]
  services: readonly Service[]
  onDrop: (service: Service, place: string) => void
  onOpen: (id: number) => void
}

const Board = ({ columns, services, onDrop, onOpen }: ColumnsProps) => (
  <Dragging services={services} placeOf={(place) => columns.find(({ id }) => id === place)?.label ?? place} onDrop={onDrop}>
    <Columns>
      {columns.map(({ id, label, services: own, count, isShut }) => (
        <Place key={id} id={id} label={label} isShut={isShut}>
          <Row>
            <Text component="h2" size="dense" weight="strong" clipped>
              {label}
            </Text>
            <CountPill>{formatCount(count ?? own.length)}</CountPill>
          </Row>
          {own.map((service) => (
            <ServiceCard key={service.id} service={service} from={id} onOpen={onOpen} />
          ))}
        </Place>
      ))}
    </Columns>
  </Dragging>
)
