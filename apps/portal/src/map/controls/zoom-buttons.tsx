import { styled } from '@mui/material/styles'
import type { Map as LeafletMap } from 'leaflet'
import { Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { vars } from '../../theme/components/vars.js'

/** Zoom buttons over the lower right corner of a map, for users without touch gestures. */
export function ZoomButtons({ map }: { map: LeafletMap | undefined }) {
  const { t } = useTranslation('map')
  return (
    <Tile>
      <TooltipIconButton label={t('controls.zoomIn')} icon={Plus} onClick={() => map?.zoomIn()} />
      <hr aria-hidden />
      <TooltipIconButton label={t('controls.zoomOut')} icon={Minus} onClick={() => map?.zoomOut()} />
    </Tile>
  )
}

const Tile = styled('div')(({ theme }) => ({
  position: 'absolute',
  right: 16,
  bottom: 40,
  zIndex: 800,
  display: 'grid',
  borderRadius: 10,
  border: `1px solid ${vars(theme).line.strong}`,
  backgroundColor: vars(theme).background.paper,
  boxShadow: vars(theme).lift.pop,
  [theme.breakpoints.down('md')]: { display: 'none' },
  '& .MuiIconButton-root': { width: 36, height: 36, borderRadius: 9 },
  '& hr': { width: '100%', height: 1, margin: 0, border: 0, backgroundColor: vars(theme).divider },
}))
