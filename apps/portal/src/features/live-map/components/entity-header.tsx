import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Copy, EllipsisVertical, ExternalLink, Link2, Radio, Share2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Fill, Row } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { usePopup } from '../../../components/use-popup.js'
import { SoftTile } from '../../../components/soft-tile.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { useNow } from '../../../lib/clock.js'
import { usePermission } from '../../../lib/session/session.js'
import type { EntityPosition } from '../../../live/positions-store.js'
import { isLive, stateOf } from '../../../map/entity-state.js'
import { useSameDay } from '../../../map/use-same-day.js'
import type { Entity } from '../queries/entity-query.js'
import { ShareVehicle } from '../share/share-vehicle.js'
import { VehicleIcon } from '../../../components/vehicle-icon.js'
import { joined } from '../../../lib/format/joined.js'

interface EntityHeaderProps {
  entity: Entity
  position: EntityPosition
  /** URL of the vehicle's page. Absent on that page itself. */
  pagePath?: string
  /** True if the vehicle is the subject of the whole page, so that its name is the h1. */
  isPage?: boolean
  /** Absent if there is nothing to close. */
  onClose?: () => void
}

/** Shows the vehicle's type, name, live badge, model and business. */
export function EntityHeader({ entity, position, pagePath, isPage = false, onClose }: EntityHeaderProps) {
  const { t } = useTranslation(['map', 'common'])
  const now = useNow()
  const { name, brand, model, business_name: business } = entity
  const { receivedAt, isLocationHidden } = position
  const { marker } = stateOf({ ...entity, location_hidden: isLocationHidden }, position, now, useSameDay())
  const subtitle = joined([[brand, model].filter(Boolean).join(' '), business])
  return (
    <Row gap={1.25}>
      <SoftTile tone={marker} size={36}>
        <VehicleIcon vehicleType={entity.vehicle_type} size={18} />
      </SoftTile>
      <Fill>
        <Row>
          <Typography variant={isPage ? 'h1' : 'h2'} noWrap title={name} dir="auto">
            {name}
          </Typography>
          {!isLocationHidden && isLive(receivedAt, now) && (
            <LiveSign>
              <Radio size={12} strokeWidth={2} />
              {t('connection.live')}
            </LiveSign>
          )}
        </Row>
        <Text component="p" size="caption" tone="secondary" clipped title={subtitle}>
          {subtitle}
        </Text>
      </Fill>
      <MoreMenu entity={entity} pagePath={pagePath} />
      {onClose && <TooltipIconButton label={t('common:actions.close')} icon={X} onClick={onClose} />}
    </Row>
  )
}

const LiveSign = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  padding: theme.spacing(0, 0.75),
  borderRadius: 5,
  backgroundColor: theme.vars?.palette.accent.main,
  color: theme.vars?.palette.accent.contrastText,
  fontSize: 12,
  lineHeight: '18px',
  fontWeight: 600,
}))

/** Menu with the vehicle's page, links for people without an account, and data to copy. */
function MoreMenu({ entity, pagePath }: { entity: Entity; pagePath: string | undefined }) {
  const { t } = useTranslation(['map', 'share'])
  const { imei } = entity
  // For a customer's vehicle, only the customer may share the location.
  const canShare = usePermission('update:entity') && !entity.has_customer
  const [isSharing, setIsSharing] = useState(false)
  const notify = useNotify()
  const { open, close, popup } = usePopup()
  const copy = (text: string) => {
    close()
    navigator.clipboard.writeText(text).then(() => notify.success(t('copied')), notify.failure)
  }
  return (
    <>
      <TooltipIconButton label={t('menu.label')} icon={EllipsisVertical} aria-haspopup="menu" onClick={open} />
      <Menu {...popup}>
        {pagePath && (
          <MenuItem component={Link} to={pagePath}>
            <ExternalLink />
            {t('menu.page')}
          </MenuItem>
        )}
        {canShare && (
          <MenuItem
            onClick={() => {
              close()
              setIsSharing(true)
            }}
          >
            <Share2 />
            {t('share:vehicle.act')}
          </MenuItem>
        )}
        <MenuItem onClick={() => copy(window.location.href)}>
          <Link2 />
          {t('menu.copyLink')}
        </MenuItem>
        {imei && (
          <MenuItem onClick={() => copy(imei)}>
            <Copy />
            {t('menu.copyImei')}
          </MenuItem>
        )}
      </Menu>
      {isSharing && <ShareVehicle id={entity.id} name={entity.name} onClose={() => setIsSharing(false)} />}
    </>
  )
}
