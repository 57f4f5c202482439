import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import { Layers, LocateFixed, Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePopup } from '../../../components/use-popup.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { vars } from '../../../theme/components/vars.js'

/** Visible parts of the map. */
export interface MapLayerChoice {
  hasLabels: boolean
  hasGeofences: boolean
  hasTiles: boolean
}

interface MapControlsProps {
  layers: MapLayerChoice
  /** False if the installation has no map tiles. Then there is no choice of tiles. */
  canHaveTiles: boolean
  onLayers: (layers: MapLayerChoice) => void
  onRecenter: () => void
  onZoom: (steps: number) => void
}

/** Controls for layers, the whole fleet and zoom. They stay clear of panels at the right and lower edge. */
export function MapControls({ layers, canHaveTiles, onLayers, onRecenter, onZoom }: MapControlsProps) {
  const { t } = useTranslation('map')
  const { open, popup } = usePopup()
  const choices = [
    { key: 'hasLabels', label: t('controls.labels') },
    { key: 'hasGeofences', label: t('controls.geofences') },
    ...(canHaveTiles ? [{ key: 'hasTiles', label: t('controls.tiles') } as const] : []),
  ] as const
  return (
    <Corner>
      <Tile isWide>
        <TooltipIconButton label={t('controls.layers')} icon={Layers} aria-haspopup="dialog" onClick={open} />
      </Tile>
      <Tile>
        <TooltipIconButton label={t('controls.recenter')} icon={LocateFixed} color="primary" onClick={onRecenter} />
      </Tile>
      <Tile isWide>
        <TooltipIconButton label={t('controls.zoomIn')} icon={Plus} onClick={() => onZoom(1)} />
        <hr aria-hidden />
        <TooltipIconButton label={t('controls.zoomOut')} icon={Minus} onClick={() => onZoom(-1)} />
      </Tile>
      <Popover
        {...popup}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': t('controls.layers'), sx: { ml: -1, px: 2, py: 1, display: 'grid' } },
        }}
      >
        {choices.map(({ key, label }) => (
          <FormControlLabel
            key={key}
            control={<Checkbox size="small" checked={layers[key]} onChange={(_, next) => onLayers({ ...layers, [key]: next })} />}
            label={label}
          />
        ))}
      </Popover>
    </Corner>
  )
}

const Corner = styled('div')(({ theme }) => ({
  position: 'absolute',
  right: 'calc(16px + var(--map-inset-right, 0px))',
  bottom: 'calc(40px + var(--map-inset-bottom, 0px))',
  zIndex: 800,
  display: 'grid',
  gap: theme.spacing(1.25),
  transition: 'right 240ms cubic-bezier(.2,0,0,1)',
}))

/** Group of floating controls. On a phone, only the fleet button remains, because users zoom with their fingers. */
const Tile = styled('div', { shouldForwardProp: (name) => name !== 'isWide' })<{ isWide?: boolean }>(({ theme, isWide }) => ({
  display: 'grid',
  ...(isWide && { [theme.breakpoints.down('md')]: { display: 'none' } }),
  borderRadius: 10,
  border: `1px solid ${vars(theme).line.strong}`,
  backgroundColor: vars(theme).background.paper,
  boxShadow: vars(theme).lift.pop,
  '& .MuiIconButton-root': { width: 36, height: 36, borderRadius: 9 },
  '& hr': { width: '100%', height: 1, margin: 0, border: 0, backgroundColor: vars(theme).divider },
}))
