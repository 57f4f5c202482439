import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Navigation } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../components/fact-list.js'
import { Row, Span, Text } from '../../../components/layout/index.js'
import { Logo } from '../../../components/logo.js'
import { Photos } from '../../../components/photos.js'
import { NotShown, SharedPage, useSeen } from '../../../components/shared-page.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { VehicleIcon } from '../../../components/vehicle-icon.js'
import { isDead } from '../../../lib/followed-link.js'
import { useColorWord } from '../../../lib/format/use-color-word.js'
import { browserTimeZone, formatDateTime } from '../../../lib/format/dates.js'
import { formatCoordinates, formatMetres } from '../../../lib/format/numbers.js'
import { geoLink } from '../../../lib/geo-link.js'
import { SeenMap } from '../../../map/seen-map.js'
import { loadSharedPhoto, type SharedCase, sharedCaseQuery } from './shared-case-query.js'

/**
 * Page on which a police officer or finder without an account sees the vehicle and its location (G-84). It shows nothing about
 * people.
 */
export function SharedCasePage({ link }: { link: string }) {
  const { data, error, refetch } = useQuery({ ...sharedCaseQuery(link), enabled: link !== '' })
  if (data && !isDead(error)) return <Vehicle shared={data} link={link} />
  return <NotShown link={link} error={error} onRetry={() => void refetch()} />
}

function Vehicle({ shared, link }: { shared: SharedCase; link: string }) {
  const { t } = useTranslation(['sharedCase', 'share'])
  const { vehicle, position, trail, number, photos } = shared
  const seen = useSeen(position?.positioned_at)
  const said = seen === undefined ? t('share:page.mapNone') : `${t('share:page.seen')}: ${seen}`
  return (
    <SharedPage map={<SeenMap label={t('share:page.map')} position={position} trail={trail} said={said} />}>
      <Row justify="space-between" wrap>
        <Logo />
        <Span size="caption" tone="secondary" tabular>
          {t('case', { number })}
        </Span>
      </Row>
      <Row gap={1.5}>
        <VehicleIcon vehicleType={vehicle.vehicle_type} size={28} />
        <Text component="h1" size="title" breaks grow>
          {vehicle.name}
        </Text>
        {position && (
          <ToneChip
            tone={position.is_moving ? 'moving' : 'idle'}
            label={t(position.is_moving ? 'share:page.moving' : 'share:page.standing')}
          />
        )}
      </Row>
      {position && (
        <Button variant="contained" size="large" component="a" href={geoLink(position)} startIcon={<Navigation />}>
          {t('share:page.navigate')}
        </Button>
      )}
      <Photos subject="shared-case" photos={photos} load={(id, signal) => loadSharedPhoto(link, id, signal)} />
      <Facts shared={shared} seen={seen} />
      <Text size="caption" tone="secondary">
        {t('share:page.live')}
      </Text>
    </SharedPage>
  )
}

function Facts({ shared, seen }: { shared: SharedCase; seen: string | undefined }) {
  const { t } = useTranslation(['sharedCase', 'share'])
  const zone = browserTimeZone()
  const colorWord = useColorWord()
  const { vehicle, position, opened_at, expires_at } = shared
  return (
    <FactList
      facts={[
        { label: t('frame'), value: vehicle.frame_number },
        { label: t('share:page.plate'), value: vehicle.license_plate },
        { label: t('share:page.model'), value: [vehicle.brand, vehicle.model].filter(Boolean).join(' ') },
        { label: t('share:page.color'), value: colorWord(vehicle.color) },
        { label: t('share:page.seen'), value: seen },
        { label: t('share:page.coordinates'), value: position && formatCoordinates(position.latitude, position.longitude) },
        { label: t('share:page.doubt'), value: position && position.doubt_m > 0 && formatMetres(position.doubt_m) },
        { label: t('reported'), value: formatDateTime(opened_at, zone) },
        { label: t('share:page.until'), value: formatDateTime(expires_at, zone) },
      ]}
    />
  )
}
