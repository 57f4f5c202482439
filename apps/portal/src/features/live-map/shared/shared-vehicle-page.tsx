import Button from '@mui/material/Button'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Navigation } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../components/fact-list.js'
import { Row, Text } from '../../../components/layout/index.js'
import { Logo } from '../../../components/logo.js'
import { NotShown, SharedPage, useSeen } from '../../../components/shared-page.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { VehicleIcon } from '../../../components/vehicle-icon.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { followed, isDead, readFollowed } from '../../../lib/followed-link.js'
import { useColorWord } from '../../../lib/format/use-color-word.js'
import { browserTimeZone, formatDateTime } from '../../../lib/format/dates.js'
import { formatCoordinates, formatMetres, formatSpeed } from '../../../lib/format/numbers.js'
import { geoLink } from '../../../lib/geo-link.js'
import { SeenMap } from '../../../map/seen-map.js'

export type SharedVehicle = components['schemas']['SharedVehicle']

const sharedVehicleQuery = (link: string) =>
  queryOptions({
    queryKey: ['shared-vehicle', link],
    queryFn: ({ signal, client, queryKey }) =>
      readFollowed<SharedVehicle>(
        client.getQueryData<SharedVehicle>(queryKey),
        async (since) => (await unwrap(api.POST('/api/v1/shared-vehicle', { body: { link, since }, signal }))).data,
        ({ since }) => since,
      ),
    ...followed,
  })

/** Page on which a person without an account sees a vehicle's location. It shows nothing about people. */
export function SharedVehiclePage({ link }: { link: string }) {
  const { data, error, refetch } = useQuery({ ...sharedVehicleQuery(link), enabled: link !== '' })
  if (data && !isDead(error)) return <Vehicle shared={data} />
  return <NotShown link={link} error={error} onRetry={() => void refetch()} />
}

function Vehicle({ shared }: { shared: SharedVehicle }) {
  const { t } = useTranslation('share')
  const { vehicle, position, trail } = shared
  const seen = useSeen(position?.positioned_at)
  const said = seen === undefined ? t('page.mapNone') : `${t('page.seen')}: ${seen}`
  const tone = position?.is_moving ? 'moving' : 'idle'
  return (
    <SharedPage map={<SeenMap label={t('page.map')} position={position} trail={trail} sign={tone} said={said} />}>
      <Logo />
      <Row gap={1.5}>
        <VehicleIcon vehicleType={vehicle.vehicle_type} size={28} />
        <Text component="h1" size="title" breaks grow>
          {vehicle.name}
        </Text>
        {position && <ToneChip tone={tone} label={t(position.is_moving ? 'page.moving' : 'page.standing')} />}
      </Row>
      {position && (
        <Button variant="contained" size="large" component="a" href={geoLink(position)} startIcon={<Navigation />}>
          {t('page.navigate')}
        </Button>
      )}
      <Facts shared={shared} seen={seen} />
      <Text size="caption" tone="secondary">
        {t('page.live')}
      </Text>
    </SharedPage>
  )
}

function Facts({ shared, seen }: { shared: SharedVehicle; seen: string | undefined }) {
  const { t } = useTranslation('share')
  const zone = browserTimeZone()
  const colorWord = useColorWord()
  const { vehicle, position, since, expires_at } = shared
  return (
    <FactList
      facts={[
        { label: t('page.plate'), value: vehicle.license_plate },
        { label: t('page.model'), value: [vehicle.brand, vehicle.model].filter(Boolean).join(' ') },
        { label: t('page.color'), value: colorWord(vehicle.color) },
        { label: t('page.seen'), value: seen },
        { label: t('page.speed'), value: position?.is_moving && position.speed_kph !== null && formatSpeed(position.speed_kph) },
        { label: t('page.coordinates'), value: position && formatCoordinates(position.latitude, position.longitude) },
        { label: t('page.doubt'), value: position && position.doubt_m > 0 && formatMetres(position.doubt_m) },
        { label: t('page.since'), value: formatDateTime(since, zone) },
        { label: t('page.until'), value: formatDateTime(expires_at, zone) },
      ]}
    />
  )
}
