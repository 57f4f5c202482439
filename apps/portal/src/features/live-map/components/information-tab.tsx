import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { EyeOff, Lock, MapPin, MapPinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill, Row } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { formatCoordinates, formatDistance, formatImei } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { EntityPosition } from '../../../live/positions-store.js'
import { isNear, secondsOf } from '../entity-facts.js'
import { addressQuery } from '../queries/address-query.js'
import type { Entity } from '../queries/entity-query.js'
import { CopyButton } from './copy-button.js'
import { ImeiQr } from './imei-qr.js'

export interface InformationTabProps {
  entity: Entity
  position: EntityPosition
}

/** Everything about the vehicle that is not a trip. */
export function InformationTab({ entity, position }: InformationTabProps) {
  const { t } = useTranslation('map')
  const format = useFormat()
  const odometerM = position.odometerM ?? entity.odo
  return (
    <Box sx={{ px: 2.5, py: 1.5, overflowY: 'auto' }}>
      <LastLocation entity={entity} position={position} />
      <Box component="dl" sx={{ m: 0, mt: 1.5 }}>
        <Line label={t('information.lastActivity')}>
          {position.lastActivity
            ? `${format.dateTime(position.lastActivity)}:${secondsOf(position.lastActivity)}`
            : t('facts.never')}
        </Line>
        <Line label={t('information.odometer')}>{odometerM > 0 ? formatDistance(odometerM) : undefined}</Line>
        <Line label={t('information.brand')}>{entity.brand}</Line>
        <Line label={t('information.model')}>{entity.model}</Line>
        <Line label={t('information.powerUnit')}>{entity.power_unit}</Line>
        <Line label={t('information.vehicleType')}>{t(`vehicleTypes.${entity.vehicle_type}`)}</Line>
        <Line label={t('information.frameNumber')}>{entity.frame_number}</Line>
        <Line
          label={t('information.imei')}
          actions={
            entity.imei && (
              <>
                <ImeiQr imei={entity.imei} />
                <CopyButton text={entity.imei} label={t('menu.copyImei')} />
              </>
            )
          }
        >
          {entity.imei && (
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', letterSpacing: '-.01em', whiteSpace: 'nowrap' }}>
              {formatImei(entity.imei)}
            </Box>
          )}
        </Line>
        <Line label={t('information.vendor')}>{entity.sub_vendor_name}</Line>
        <Line label={t('information.business')}>{entity.business_name}</Line>
      </Box>
    </Box>
  )
}

function LastLocation({ entity, position }: InformationTabProps) {
  const { t, i18n } = useTranslation('map')
  const { place } = position
  // The address that came with the entity belongs to where it was then.
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
    <Box
      role={isWarning ? 'alert' : undefined}
      sx={{
        display: 'flex',
        gap: 1.25,
        px: 1.5,
        py: 1.25,
        borderRadius: '10px',
        border: 1,
        borderColor: isWarning ? 'warning.line' : 'divider',
        bgcolor: isWarning ? 'warning.soft' : 'surface.subtle',
      }}
    >
      <Box sx={{ pt: 0.25, color: isWarning ? 'warning.main' : 'text.secondary' }}>{icon}</Box>
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
    </Box>
  )
}

function Line({ label, actions, children }: { label: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: '112px minmax(0, 1fr) auto',
        alignItems: 'center',
        minHeight: 36,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Text component="dt" tone="secondary">
        {label}
      </Text>
      <Box component="dd" sx={{ m: 0, py: 0.75, overflowWrap: 'anywhere' }}>
        {children || '—'}
      </Box>
      {actions && (
        <Row gap={0} align="stretch">
          {actions}
        </Row>
      )}
    </Box>
  )
}

/** One line above the tabs for a vehicle whose place is a private matter. */
export function HiddenLine() {
  const { t } = useTranslation('map')
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 1,
        borderRadius: '8px',
        bgcolor: 'surface.subtle',
        color: 'text.secondary',
      }}
    >
      <EyeOff />
      {t('hidden.title')}
    </Box>
  )
}
