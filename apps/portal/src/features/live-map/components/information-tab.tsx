import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { EyeOff, Lock, MapPin, MapPinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill, Row } from '../../../components/layout/layout.js'
import { Span, Text } from '../../../components/layout/text.js'
import { formatCoordinates, formatDistance, formatImei } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { EntityPosition } from '../../../live/positions-store.js'
import { vars } from '../../../theme/components/vars.js'
import { isNear } from '../entity-facts.js'
import { addressQuery } from '../queries/address-query.js'
import type { Entity } from '../queries/entity-query.js'
import { CopyButton } from './copy-button.js'
import { ImeiQr } from './imei-qr.js'

interface InformationTabProps {
  entity: Entity
  position: EntityPosition
}

/** Shows all data of the vehicle other than its trips. */
export function InformationTab({ entity, position }: InformationTabProps) {
  const { t } = useTranslation('map')
  const format = useFormat()
  const { imei } = entity
  const { lastActivity } = position
  const facts = {
    // Shown only if the vehicle has a short name. The map then uses it as the label, and only this line explains that label.
    ...(entity.short_name && { shortName: entity.short_name }),
    lastActivity: position.isLocationHidden
      ? t('hidden.short')
      : lastActivity
        ? `${format.date(lastActivity)} ${format.clock(lastActivity)}`
        : t('facts.never'),
    odometer: entity.odo > 0 ? formatDistance(entity.odo) : position.isLocationHidden ? t('hidden.short') : undefined,
    brand: entity.brand,
    model: entity.model,
    powerUnit: entity.power_unit,
    vehicleType: t(`vehicleTypes.${entity.vehicle_type}`),
    frameNumber: entity.frame_number,
    imei: imei && (
      <Row gap={0}>
        <Span tabular grow clipped>
          {formatImei(imei)}
        </Span>
        <ImeiQr imei={imei} />
        <CopyButton text={imei} label={t('menu.copyImei')} />
      </Row>
    ),
    vendor: entity.sub_vendor_name,
    business: entity.business_name,
  }
  return (
    <Scrolled>
      <LastLocation entity={entity} position={position} />
      <Facts>
        {(Object.keys(facts) as (keyof typeof facts)[]).map((name) => (
          <div key={name}>
            <dt>{t(`information.${name}`)}</dt>
            <dd>{facts[name] || '—'}</dd>
          </div>
        ))}
      </Facts>
    </Scrolled>
  )
}

const Scrolled = styled('div')(({ theme }) => ({ padding: theme.spacing(1.5, 2.5), overflowY: 'auto' }))
const Facts = styled('dl')(({ theme }) => ({
  marginTop: theme.spacing(1.5),
  '& > div': { display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', alignItems: 'center', minHeight: 36 },
  '& > div:not(:last-of-type)': { borderBottom: `1px solid ${vars(theme).divider}` },
  '& dt': { color: vars(theme).text.secondary },
  '& dd': { overflowWrap: 'anywhere' },
  '& dd:not(:has(button))': { paddingBlock: theme.spacing(0.75) },
}))

function LastLocation({ entity, position }: InformationTabProps) {
  const { t, i18n } = useTranslation('map')
  const { place } = position
  // The street address that was read with the entity belongs to the position that was read at the same time. It is used only
  // if the present place is near that position.
  const known = isNear(entity.position, place) ? entity.position?.address : undefined
  const { data: lookedUp } = useQuery(addressQuery(known ? undefined : place, i18n.language))
  if (position.isLocationHidden)
    return (
      <Notice icon={<Lock />} title={t('hidden.title')}>
        {t('hidden.text')}
      </Notice>
    )
  if (!place)
    return (
      <Notice icon={<MapPinOff />} title={t('noLocation.title')} isWarning>
        {t('noLocation.text')}
      </Notice>
    )
  const coordinates = formatCoordinates(place.latitude, place.longitude)
  return (
    <Notice
      icon={<MapPin />}
      caption={t('information.lastLocation')}
      title={known ?? lookedUp ?? coordinates}
      action={<CopyButton text={coordinates} label={t('information.copyLocation')} />}
    >
      {coordinates}
    </Notice>
  )
}

interface NoticeProps {
  icon: ReactNode
  caption?: string
  title: string
  isWarning?: boolean
  action?: ReactNode
  children: ReactNode
}

function Notice({ icon, caption, title, isWarning = false, action, children }: NoticeProps) {
  return (
    <Row
      role={isWarning ? 'alert' : undefined}
      align="start"
      gap={1.25}
      pad={[1.25, 1.5]}
      ground={isWarning ? 'warning' : 'subtle'}
    >
      <Span tone={isWarning ? 'warning' : 'secondary'}>{icon}</Span>
      <Fill>
        {caption && (
          <Text size="caption" tone="secondary">
            {caption}
          </Text>
        )}
        <Text weight="strong">{title}</Text>
        <Text size="caption" tone="secondary" tabular>
          {children}
        </Text>
      </Fill>
      {action}
    </Row>
  )
}

/** Line above the tabs for a vehicle whose location is private. */
export function HiddenLine() {
  const { t } = useTranslation('map')
  return (
    <Row pad={[1, 1.5]} ground="subtle" tone="secondary">
      <EyeOff />
      {t('hidden.title')}
    </Row>
  )
}
