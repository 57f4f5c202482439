import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { ArrowUpRight, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CountPill } from '../../../components/count-pill.js'
import { Row, Span, Text } from '../../../components/layout/index.js'

export interface TileProps {
  icon: LucideIcon
  title: string
  /** One live fact, or what the screen is for. */
  fact: string
  /** Work waiting there; red where it is urgent. */
  badge?: number
  isUrgent?: boolean
  /** A path of the portal, or what opens the screen in a new tab because it is elsewhere. */
  target: string | (() => void)
}

/** One screen as a card with an Open button; the whole card is the button's target. */
export function Tile({ icon: Icon, title, fact, badge = 0, isUrgent = false, target }: TileProps) {
  const { t } = useTranslation(['home', 'common', 'shell'])
  const isOutside = typeof target !== 'string'
  const label = isOutside ? t('shell:newTab', { screen: title }) : t('tiles.open', { screen: title })
  const way = isOutside ? { onClick: target } : { component: Link, to: target }
  return (
    <Paper
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        minHeight: { xs: 132, md: 162 },
        p: 2,
        transition: 'border-color 120ms',
        '&:hover, &:focus-within': { borderColor: 'primary.main' },
        '&:hover .tile-icon, &:focus-within .tile-icon': { bgcolor: 'primary.soft', color: 'primary.main' },
      }}
    >
      <Row gap={0} align="start" justify="space-between">
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
        {badge > 0 && <CountPill tone={isUrgent ? 'missing' : undefined}>{badge}</CountPill>}
      </Row>
      <div>
        <Text component="h3" size="body" clipped weight="strong" title={title}>
          {title}
        </Text>
        <Row justify="space-between">
          <Span size="caption" tone="secondary">
            {fact}
          </Span>
          <Button
            size="small"
            aria-label={label}
            {...way}
            endIcon={isOutside ? <ArrowUpRight size={14} /> : undefined}
            sx={{ flex: 'none', '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '10px' } }}
          >
            {t('common:actions.open')}
          </Button>
        </Row>
      </div>
    </Paper>
  )
}
