import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Popover from '@mui/material/Popover'
import { Layers, LocateFixed, Minus, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'

/** What of the map is shown. */
export interface MapLayerChoice {
  hasLabels: boolean
  hasTiles: boolean
}

export interface MapControlsProps {
  layers: MapLayerChoice
  /** Only where the installation has map tiles there is a choice. */
  canHaveTiles: boolean
  onLayers: (layers: MapLayerChoice) => void
  onRecenter: () => void
  onZoom: (steps: number) => void
}

/** Layers, the whole fleet, and zoom; beside whatever covers the right or the lower edge. */
export function MapControls({ layers, canHaveTiles, onLayers, onRecenter, onZoom }: MapControlsProps) {
  const { t } = useTranslation('map')
  const [anchor, setAnchor] = useState<HTMLElement>()
  return (
    <Box
      sx={{
        position: 'absolute',
        right: 'calc(16px + var(--map-inset-right, 0px))',
        bottom: 'calc(40px + var(--map-inset-bottom, 0px))',
        zIndex: 800,
        display: 'grid',
        gap: 1.25,
        transition: 'right 240ms cubic-bezier(.2,0,0,1)',
      }}
    >
      <Tile isWide>
        <TooltipIconButton
          label={t('controls.layers')}
          icon={Layers}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={button}
        />
      </Tile>
      <Tile>
        <TooltipIconButton
          label={t('controls.recenter')}
          icon={LocateFixed}
          onClick={onRecenter}
          sx={{ ...button, color: 'primary.main' }}
        />
      </Tile>
      <Tile isWide>
        <TooltipIconButton label={t('controls.zoomIn')} icon={Plus} onClick={() => onZoom(1)} sx={button} />
        <Box sx={{ height: '1px', bgcolor: 'divider' }} />
        <TooltipIconButton label={t('controls.zoomOut')} icon={Minus} onClick={() => onZoom(-1)} sx={button} />
      </Tile>
      <LayerMenu
        anchor={anchor}
        onClose={() => setAnchor(undefined)}
        layers={layers}
        canHaveTiles={canHaveTiles}
        onLayers={onLayers}
      />
    </Box>
  )
}

const button = { width: 36, height: 36, borderRadius: '9px' }

/** A floating control; on a phone only the fleet button stays, fingers zoom. */
function Tile({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: { xs: isWide ? 'none' : 'grid', md: 'grid' },
        borderRadius: '10px',
        border: 1,
        borderColor: 'line.strong',
        bgcolor: 'background.paper',
        boxShadow: 'var(--mui-palette-lift-pop)',
      }}
    >
      {children}
    </Box>
  )
}

interface LayerMenuProps extends Pick<MapControlsProps, 'layers' | 'canHaveTiles' | 'onLayers'> {
  anchor: HTMLElement | undefined
  onClose: () => void
}

function LayerMenu({ anchor, onClose, layers, canHaveTiles, onLayers }: LayerMenuProps) {
  const { t } = useTranslation('map')
  const choices = [
    { key: 'hasLabels', label: t('controls.labels') },
    ...(canHaveTiles ? [{ key: 'hasTiles', label: t('controls.tiles') } as const] : []),
  ] as const
  return (
    <Popover
      open={anchor !== undefined}
      anchorEl={anchor}
      onClose={onClose}
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
  )
}
