import { styled } from '@mui/material/styles'
import { BookOpen, Map as MapIcon, PanelRight, RotateCcw, Route, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TwoLines } from '../../../components/two-lines.js'
import { Ago, DateTime } from '../../../components/time/time.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { paths } from '../../../lib/api/schema.js'
import { formatDistance, formatSpeed } from '../../../lib/format/numbers.js'
import { NONE } from '../../../lib/format/none.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { type BulkAction, choicesOf, defineList, type Filter, listOf, type ListSource, ListTable } from '../../../table/index.js'
import { dayOf } from '../../../lib/day-range.js'
import { EndTime } from '../../../components/time/end-time.js'
import type { Trip } from '../queries/trip-queries.js'
import { PurposeDialog } from './purpose-dialog.js'
import { TripPanel } from './trip-panel.js'
import { PURPOSES, refusalOf, useBulkTrips, useTripChanges } from './use-trip-changes.js'
import { useTripJoins } from './use-trip-joins.js'

type ListView = 'all' | 'deleted'

/**
 * Column names in the API's file, by the table's column. They differ, because table columns are named like the API's sort
 * fields.
 */
const IN_FILE: Readonly<Record<string, string>> = {
  // In the file, the estimated end is a separate column.
  trip_ended_at: 'trip_ended_at,trip_arrived_at',
  distance_m: 'distance,distance_by_road',
  duration_s: 'duration',
  average_speed_kph: 'average_speed',
  time_on_location_s: 'time_on_location',
}
/**
 * Query of the mailed file. It is typed separately, because the columns of the table have other names than those of the file.
 */
type MailQuery = NonNullable<paths['/api/v1/entities/trips/csv']['post']['parameters']['query']>
/** Columns that only the table has. */
const NOT_IN_FILE = ['matched_distance_m', 'business_name', 'max_speed_kph', 'idle_s', 'deleted_at']

/**
 * Returns the source of a view's trips of the whole fleet. Their CSV is only sent by mail, because looking up all addresses
 * takes too long for a download.
 */
const tripsIn = (view: ListView, timeZone: string): ListSource<Trip> => {
  const conditions = view === 'deleted' ? ['is_deleted:=true'] : []
  const source = listOf('/api/v1/trips', {
    key: ['trips', 'list', view],
    nameOf: ({ entity_name, trip_started_at }) => `${entity_name} ${trip_started_at}`,
    conditions,
    pageQuery: { tz: timeZone },
  })
  return {
    ...source,
    csv: {
      fileName: 'trips.csv',
      mail: ({ criteria: { page: _page, limit: _limit, searchFields, ...criteria }, columns, timeZone: tz }) => {
        const all = [...conditions, ...(searchFields ? [searchFields] : [])].join(';')
        const names = columns.filter((name) => !NOT_IN_FILE.includes(name)).map((name) => IN_FILE[name] ?? name)
        const query = { ...criteria, columns: names.join(), tz, ...(all && { searchFields: all, searchJoin: 'and' as const }) }
        return unwrap(api.POST('/api/v1/entities/trips/csv', { params: { query: query as MailQuery } }))
      },
    },
  }
}

const Duration = ({ seconds }: { seconds: number | null }) => {
  const format = useFormat()
  return seconds === null ? NONE : format.duration(seconds)
}

/** Limits the width of an address, to leave room for the other columns. */
const Address = styled('div')({ maxWidth: 168, overflow: 'hidden', textOverflow: 'ellipsis' })
const addressIn = (address: string | null, otherwise: string) => (
  <Address title={address ?? undefined}>{address ?? otherwise}</Address>
)

const trips = defineList({
  texts: 'trips',
  source: tripsIn('all', 'UTC'),
  icon: Route,
  sort: '-trip_started_at',
  columns: {
    // One line per row at 1440 px. Other data is in the panel and in optional columns.
    entity_name: { render: ({ entity_name }) => <TwoLines first={entity_name} /> },
    trip_started_at: { onCard: 'meta', render: ({ trip_started_at }) => <DateTime at={trip_started_at} /> },
    start_address: { isUnsortable: true, render: ({ start }, t) => addressIn(start.address, t('unknownPlace')) },
    trip_ended_at: { render: (trip) => <EndTime trip={trip} /> },
    stop_address: {
      isUnsortable: true,
      render: ({ stop, is_open }, t) => (is_open ? NONE : addressIn(stop.address, t('unknownPlace'))),
    },
    distance_m: {
      isNumeric: true,
      onCard: 'meta',
      render: ({ distance_m, matched_distance_m: byRoad }, t) => (
        <span title={byRoad === null ? undefined : t('byRoad.line', { distance: formatDistance(byRoad) })}>
          {formatDistance(distance_m)}
        </span>
      ),
    },
    duration_s: { isNumeric: true, onCard: 'meta', render: ({ duration_s }) => <Duration seconds={duration_s} /> },
    purpose: { onCard: 'state', render: ({ purpose }, t) => (purpose ? t(`purposes.${purpose}`) : NONE) },
    average_speed_kph: {
      isNumeric: true,
      isOptional: true,
      render: ({ average_speed_kph: kph }) => (kph === null ? NONE : formatSpeed(kph)),
    },
    time_on_location_s: {
      isNumeric: true,
      isOptional: true,
      isUnsortable: true,
      render: ({ time_on_location_s: seconds }) => (seconds === null ? NONE : <Duration seconds={seconds} />),
    },
    matched_distance_m: {
      isNumeric: true,
      isOptional: true,
      isUnsortable: true,
      render: ({ matched_distance_m: byRoad }) => (byRoad === null ? NONE : formatDistance(byRoad)),
    },
    driver: { isOptional: true },
    note: { isOptional: true, isUnsortable: true },
    license_plate: { isOptional: true, onCard: 'meta' },
    business_name: { isOptional: true },
    max_speed_kph: {
      isNumeric: true,
      isOptional: true,
      render: ({ max_speed_kph: kph }) => (kph === null ? NONE : formatSpeed(kph)),
    },
    idle_s: { isNumeric: true, isOptional: true, render: ({ idle_s }) => <Duration seconds={idle_s} /> },
    deleted_at: { isOptional: true, isUnsortable: true, render: ({ deleted_at }) => <Ago at={deleted_at} /> },
  },
  filters: {
    trip_started_at: 'period',
    entity_name: 'text',
    distance_m: { key: 'distance_m', kind: 'range', unit: 'km', scale: 1_000 },
    duration_s: { key: 'duration_s', kind: 'range', unit: 'min', scale: 60 },
    purpose: { choices: (t) => choicesOf([...PURPOSES, 'unsaid'], (purpose) => t(`purposes.${purpose}`)) },
    driver: 'text',
    business_name: 'text',
  },
})

interface TripTableProps {
  view: ListView
  /** Trip whose panel is open, from the URL. */
  openId: number | undefined
  onOpen: (id: number) => void
  onClose: () => void
  /** Filters from other features. */
  moreFilters: readonly Filter[]
  /** Returns the URL of a trip on the map. */
  mapPathOf: (trip: Trip, day: string) => string
  onMap: (path: string) => void
  onLogbook: (trip: Trip) => void
}

/** Lists all trips of the fleet, with search, filters, details, purpose, deletion and restoring. */
export function TripTable({ view, openId, onOpen, onClose, moreFilters, mapPathOf, onMap, onLogbook }: TripTableProps) {
  const { t } = useTranslation('trips')
  const { timeZone } = useFormat()
  const [asked, setAsked] = useState<readonly Trip[]>()
  const [cannotSay, cannotDelete] = [useMissingRight('update:entity'), useMissingRight('delete:entity')]
  const { remove, restore } = useTripChanges(onClose)
  const bulk = useBulkTrips()
  const joins = useTripJoins()
  const pathOf = (trip: Trip) => mapPathOf(trip, dayOf(trip.trip_started_at, timeZone))
  const because = (trip: Trip, missingRight: string | undefined, isDeletion = false) =>
    missingRight ?? refusalOf(trip, isDeletion, t)
  const actionsOf = (trip: Trip) => [
    { label: t('actions.map'), icon: MapIcon, onAct: () => onMap(pathOf(trip)) },
    { label: t('actions.purpose'), icon: Tag, disabledBecause: because(trip, cannotSay), onAct: () => setAsked([trip]) },
    { label: t('actions.logbook'), icon: BookOpen, onAct: () => onLogbook(trip) },
    ...joins(trip, because(trip, cannotSay, true)),
    {
      label: t('actions.delete'),
      icon: Trash2,
      isDanger: true,
      disabledBecause: because(trip, cannotDelete, true),
      onAct: () => remove(trip),
    },
  ]
  const details = (trip: Trip) => ({ label: t('actions.details'), icon: PanelRight, onAct: () => onOpen(trip.id) })
  const back = (trip: Trip) => ({
    label: t('actions.restore'),
    icon: RotateCcw,
    disabledBecause: cannotDelete,
    onAct: () => restore(trip),
  })
  const say: BulkAction<Trip> = {
    key: 'purpose',
    label: t('actions.purpose'),
    icon: Tag,
    disabledBecause: cannotSay,
    hand: setAsked,
  }
  const isDeleted = view === 'deleted'
  return (
    <>
      <ListTable
        key={view}
        {...trips}
        source={tripsIn(view, timeZone)}
        filters={{ ...trips.filters, ...Object.fromEntries(moreFilters.map((filter) => [filter.key, filter])) }}
        nothing={{ title: t(`${NOTHING[view]}.title`), text: t(`${NOTHING[view]}.text`) }}
        onOpen={isDeleted ? undefined : ({ id }) => onOpen(id)}
        openId={isDeleted ? undefined : openId}
        actionsOf={isDeleted ? (trip) => [back(trip)] : (trip) => [details(trip), ...actionsOf(trip)]}
        bulkActions={isDeleted ? [bulk.restore] : [say, bulk.remove]}
      />
      <TripPanel id={isDeleted ? undefined : openId} actionsOf={actionsOf} onClose={onClose} />
      {asked && <PurposeDialog key={asked[0]?.id} trips={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const NOTHING = { all: 'nothingYet', deleted: 'nothingIn' } as const
