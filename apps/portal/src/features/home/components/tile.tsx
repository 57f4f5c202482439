import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { ArrowUpRight, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Row, Span, Text } from '../../../components/layout/index.js'

export interface TileProps {
  icon: LucideIcon
  title: string
  /** One live fact, or what the screen is for. */
  fact: string
  /** A path of the portal, or what opens the screen in a new tab because it is elsewhere. */
  target: string | (() => void)
}

const look = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  minHeight: { xs: 132, md: 162 },
  p: 2,
  transition: 'border-color 120ms',
  '&:hover, &:focus-within': { borderColor: 'primary.main' },
  '&:hover .tile-icon, &:focus-within .tile-icon': { bgcolor: 'primary.soft', color: 'primary.main' },
} as const

/** One screen as a card with an Open button, the whole card its target. */
export function Tile({ icon: Icon, title, fact, target }: TileProps) {
  return (
    <Paper component="li" sx={look}>
      <Box
        className="tile-icon"
        sx={{
          display: 'grid',
          placeContent: 'center',
          width: 36,
          height: 36,
          borderRadius: '8px',
          bgcolor: 'surface.subtle',
          color: 'text.secondary',
        }}
      >
        <Icon size={18} />
      </Box>
      <div>
        <Text component="h3" size="body" clipped weight="strong" title={title}>
          {title}
        </Text>
        <Row justify="space-between">
          <Span size="caption" tone="secondary">
            {fact}
          </Span>
          <OpenButton title={title} target={target} />
        </Row>
      </div>
    </Paper>
  )
}

function OpenButton({ title, target }: { title: string; target: string | (() => void) }) {
  const { t } = useTranslation(['home', 'common', 'shell'])
  const isOutside = typeof target !== 'string'
  const label = isOutside ? t('shell:newTab', { screen: title }) : t('tiles.open', { screen: title })
  const way = isOutside ? { onClick: target } : { component: Link, to: target }
  return (
    <Button
      size="small"
      aria-label={label}
      {...way}
      endIcon={isOutside ? <ArrowUpRight size={14} /> : undefined}
      sx={{ flex: 'none', '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '10px' } }}
    >
      {t('common:actions.open')}
    </Button>
  )
}
