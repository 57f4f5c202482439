import { Fill, Row } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import Box from '@mui/material/Box'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { Copy, EllipsisVertical, ExternalLink, Link2, Radio, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { useNow } from '../../../lib/clock.js'
import { connectionOf, type MarkerState } from '../../../map/entity-state.js'
import { VehicleIcon } from '../../../components/vehicle-icon.js'

export interface EntityHeaderProps {
  name: string
  vehicleType: string
  /** Brand, model and business, as far as known. */
  subtitle: string
  imei: string | undefined
  marker: MarkerState
  receivedAt: number | undefined
  /** Where the page of this vehicle is; absent on that page itself. */
  pagePath?: string
  /** The vehicle is the subject of the whole page: its name is the h1. */
  isPage?: boolean
  /** Absent where there is nothing to close. */
  onClose?: () => void
}

/** Who this is: type, name, whether it is live, model and business. */
export function EntityHeader({
  name,
  vehicleType,
  subtitle,
  imei,
  marker,
  receivedAt,
  pagePath,
  isPage = false,
  onClose,
}: EntityHeaderProps) {
  const { t } = useTranslation(['map', 'common'])
  const notify = useNotify()
  const now = useNow()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const isLive = connectionOf(receivedAt, now) === 'live'
  const copy = (text: string) => {
    setAnchor(undefined)
    navigator.clipboard.writeText(text).then(() => notify.success(t('copied')), notify.failure)
  }
  return (
    <Row gap={1.25}>
      <Box
        sx={{
          display: 'grid',
          placeContent: 'center',
          flex: 'none',
          width: 36,
          height: 36,
          borderRadius: '10px',
          bgcolor: `${marker}.soft`,
          color: `${marker}.main`,
        }}
      >
        <VehicleIcon vehicleType={vehicleType} size={18} />
      </Box>
      <Fill>
        <Row>
          <Typography variant={isPage ? 'h1' : 'h2'} noWrap title={name}>
            {name}
          </Typography>
          {isLive && (
            <Box
              component="span"
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                gap: 0.5,
                px: 0.75,
                borderRadius: '5px',
                bgcolor: 'accent.main',
                color: 'accent.contrastText',
                fontSize: 12,
                lineHeight: '18px',
                fontWeight: 600,
              }}
            >
              <Radio size={12} strokeWidth={2} aria-hidden />
              {t('connection.live')}
            </Box>
          )}
        </Row>
        <Text component="p" size="caption" tone="secondary" clipped title={subtitle}>
          {subtitle}
        </Text>
      </Fill>
      <TooltipIconButton
        label={t('menu.label')}
        icon={EllipsisVertical}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {onClose && <TooltipIconButton label={t('common:actions.close')} icon={X} onClick={onClose} />}
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        {pagePath && (
          <MenuItem component={Link} to={pagePath}>
            <ExternalLink />
            {t('menu.page')}
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
    </Row>
  )
}
