import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Link2Off, Navigation } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { FactList } from '../../../components/fact-list.js'
import { Row, Span, Stack, Text } from '../../../components/layout/index.js'
import { Logo } from '../../../components/logo.js'
import { Photos } from '../../../components/photos.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { VehicleIcon } from '../../../components/vehicle-icon.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { useNow } from '../../../lib/clock.js'
import { browserTimeZone, formatDateTime } from '../../../lib/format/dates.js'
import { formatAge } from '../../../lib/format/durations.js'
import { formatCoordinates, formatMetres } from '../../../lib/format/numbers.js'
import { vars } from '../../../theme/components/vars.js'
import { CaseMap } from '../components/case-map.js'
import { geoLink } from '../geo-link.js'
import { isDead, loadSharedPhoto, type SharedCase, sharedCaseQuery } from './shared-case-query.js'

const Main = styled('main')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: '45dvh auto',
  minHeight: '100dvh',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) 400px', gridTemplateRows: '100dvh' },
}))
const MapPart = styled('div')({ position: 'relative' })
const Side = styled(Stack)(({ theme }) => ({
  padding: theme.spacing(2.5),
  backgroundColor: vars(theme).background.paper,
  [theme.breakpoints.up('md')]: { overflowY: 'auto', borderLeft: `1px solid ${vars(theme).divider}` },
}))
const Middle = styled('main')(({ theme }) => ({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  minHeight: '100dvh',
  gap: theme.spacing(3),
  padding: theme.spacing(2),
}))

/** G-84: where a police officer or a finder, who has no account, sees the vehicle and where it is; nothing about people. */
export function SharedCasePage({ link }: { link: string }) {
  const { t } = useTranslation('sharedCase')
  const { t: tErrors } = useTranslation('errors')
  const { data, error, refetch } = useQuery({ ...sharedCaseQuery(link), enabled: link !== '' })
  if (link === '' || isDead(error))
    return (
      <Middle>
        <Logo />
        <EmptyState icon={Link2Off} titleComponent="h1" title={t('dead.title')} text={t('dead.text')} />
      </Middle>
    )
  if (data) return <Vehicle shared={data} link={link} />
  return (
    <Middle>
      <Logo />
      {error ? (
        <EmptyState
          icon={Link2Off}
          tone="error"
          titleComponent="h1"
          title={t('failed')}
          text={errorReason(error, tErrors)}
          actions={<Button onClick={() => void refetch()}>{t('again')}</Button>}
        />
      ) : (
        <CircularProgress aria-label={t('loading')} />
      )}
    </Middle>
  )
}

function Vehicle({ shared, link }: { shared: SharedCase; link: string }) {
  const { t } = useTranslation('sharedCase')
  const { vehicle, position, trail, number, photos } = shared
  const seen = useSeen(position?.positioned_at)
  return (
    <Main>
      <MapPart>
        <CaseMap
          label={t('map')}
          position={position}
          trail={trail}
          said={seen === undefined ? t('mapNone') : `${t('seen')}: ${seen}`}
        />
      </MapPart>
      <Side gap={2.5}>
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
            <ToneChip tone={position.is_moving ? 'moving' : 'idle'} label={t(position.is_moving ? 'moving' : 'standing')} />
          )}
        </Row>
        {position && (
          <Button variant="contained" size="large" component="a" href={geoLink(position)} startIcon={<Navigation />}>
            {t('navigate')}
          </Button>
        )}
        <Photos of="shared-case" photos={photos} load={(id, signal) => loadSharedPhoto(link, id, signal)} />
        <Facts shared={shared} seen={seen} />
        <Text size="caption" tone="secondary">
          {t('live')}
        </Text>
      </Side>
    </Main>
  )
}

/** When it was there, with its age for as long as that says more. */
function useSeen(at: string | undefined): string | undefined {
  const { t } = useTranslation('format')
  const now = useNow(10_000)
  if (at === undefined) return undefined
  const age = formatAge(now - Date.parse(at), t)
  const moment = formatDateTime(at, browserTimeZone())
  return age === undefined ? moment : `${moment} (${age})`
}

function Facts({ shared, seen }: { shared: SharedCase; seen: string | undefined }) {
  const { t } = useTranslation('sharedCase')
  const zone = browserTimeZone()
  const { vehicle, position, opened_at, expires_at } = shared
  return (
    <FactList
      facts={[
        { label: t('frame'), value: vehicle.frame_number },
        { label: t('plate'), value: vehicle.license_plate },
        { label: t('model'), value: [vehicle.brand, vehicle.model].filter(Boolean).join(' ') },
        { label: t('color'), value: vehicle.color },
        { label: t('seen'), value: seen },
        { label: t('coordinates'), value: position && formatCoordinates(position.latitude, position.longitude) },
        { label: t('doubt'), value: position && position.doubt_m > 0 && formatMetres(position.doubt_m) },
        { label: t('reported'), value: formatDateTime(opened_at, zone) },
        { label: t('until'), value: formatDateTime(expires_at, zone) },
      ]}
    />
  )
}
