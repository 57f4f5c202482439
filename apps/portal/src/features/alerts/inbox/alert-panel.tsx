import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { type Action, ActionRow } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Hint, Stack, Text } from '../../../components/layout/index.js'
import { RowPanel, useLastOpen } from '../../../components/row-panel.js'
import { api, dataOrNull } from '../../../lib/api/api-client.js'
import { useNow } from '../../../lib/clock.js'
import { joined } from '../../../lib/format/joined.js'
import { NONE } from '../../../lib/format/none.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { latePart } from '../../../lib/parts/late-part.js'
import { momentOnMap, PATHS } from '../../../lib/paths.js'
import { usePermission } from '../../../lib/session/session.js'
import { geofenceQuery } from '../../../map/geofences/geofence-query.js'
import { type Alert, ALERTS_KEY } from '../alert.js'
import { AlertState } from './alert-list.js'
import { useHappened, useMeasured } from './alert-words.js'

/** The map is loaded after the panel's text. */
const AlertMap = latePart(async () => (await import('./alert-map.js')).AlertMap)

interface AlertPanelProps {
  /** Undefined while no panel is open. */
  id: string | undefined
  actionsOf: (alert: Alert) => readonly Action[]
  onClose: () => void
}

/** One alert beside the inbox: event, time, place, limit and actions. */
export function AlertPanel({ id, actionsOf, onClose }: AlertPanelProps) {
  const { t } = useTranslation('alerts')
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({
    queryKey: [ALERTS_KEY, 'one', lastId],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/alerts/{id}', { params: { path: { id: lastId } }, signal })),
    enabled,
  })
  const alert = query.data
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('panel.gone'), text: t('panel.goneText') }}
      title={alert ? t(`kinds.${alert.kind}`) : t('panel.title')}
      subtitle={alert && joined([alert.entity_name, alert.business_name])}
      onClose={onClose}
    >
      {(one) => (
        <Stack>
          <Happened alert={one} />
          <ActionRow actions={actionsOf(one)} />
          <Place alert={one} />
          <AlertFacts alert={one} />
        </Stack>
      )}
    </RowPanel>
  )
}

function Happened({ alert }: { alert: Alert }) {
  return (
    <Stack gap={1}>
      <Text component="p" weight="medium">
        {useHappened(alert)}
      </Text>
      <AlertState alert={alert} />
    </Stack>
  )
}

/** Same height as the map, so that nothing moves when it loads. */
const MapSkeleton = () => <Skeleton variant="rounded" height={220} />

/** Shows where the vehicle was at that time, with the geofence, and links to the trip. */
function Place({ alert: { entity_id, began_at, latitude, longitude, geofence_id } }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const { day } = useFormat()
  const geofence = useQuery({ ...geofenceQuery(geofence_id ?? 0), enabled: geofence_id !== null })
  const isDrawn = geofence_id === null || !geofence.isPending
  return (
    <Stack gap={1}>
      {latitude === null || longitude === null ? (
        <Hint>{t('panel.placeUnknown')}</Hint>
      ) : (
        <Suspense fallback={<MapSkeleton />}>
          {isDrawn ? (
            <AlertMap
              key={`${latitude},${longitude},${geofence_id}`}
              label={t('panel.map')}
              place={{ latitude, longitude }}
              geofence={geofence.data ?? undefined}
            />
          ) : (
            <MapSkeleton />
          )}
        </Suspense>
      )}
      <Link component={RouterLink} to={momentOnMap({ entityId: entity_id, day: day(began_at), at: began_at })}>
        {t('actions.onMap')}
      </Link>
    </Stack>
  )
}

/** Returns a function that formats a time: "14 min ago · 05-01-2026 10:00". After a day it shows only the date and time. */
function useMoment(): (at: string) => string {
  const format = useFormat()
  const now = useNow()
  return (at) => {
    const [ago, moment] = [format.relative(at, now), format.dateTime(at)]
    return ago === moment ? moment : joined([ago, moment])
  }
}

function AlertFacts({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const moment = useMoment()
  const [mayVehicles, mayRules] = [usePermission('index:entity'), usePermission('manage:alerts')]
  const vehicle = alert.entity_name ?? NONE
  const linked = (may: boolean, to: string, name: string) =>
    may ? (
      <Link component={RouterLink} to={to}>
        {name}
      </Link>
    ) : (
      name
    )
  return (
    <FactList
      facts={[
        { label: t('columns.value'), value: useMeasured(alert) },
        { label: t('columns.began_at'), value: moment(alert.began_at) },
        { label: t('panel.heard'), value: alert.heard_at && moment(alert.heard_at) },
        { label: t('columns.ended_at'), value: alert.ended_at ? moment(alert.ended_at) : t('panel.goesOn') },
        { label: t('columns.entity_name'), value: linked(mayVehicles, `${PATHS.entities}/${alert.entity_id}`, vehicle) },
        {
          label: t('columns.rule_name'),
          value: linked(mayRules, `${PATHS.alertRules}?rule=${alert.rule_id}`, alert.rule_name),
        },
        { label: t('columns.geofence_name'), value: alert.geofence_name },
        { label: t('columns.business_name'), value: alert.business_name },
        { label: t('panel.withdrawn'), value: alert.withdrawn_at && moment(alert.withdrawn_at) },
        {
          label: t('panel.snoozedUntil'),
          value: alert.state === 'snoozed' && alert.snoozed_until && moment(alert.snoozed_until),
        },
        { label: t('columns.acknowledged_by'), value: alert.acknowledged_by },
        { label: t('panel.acknowledgedAt'), value: alert.acknowledged_at && moment(alert.acknowledged_at) },
        { label: t('columns.note'), value: alert.note },
      ]}
    />
  )
}
