import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { ArrowUpRight, ChevronRight, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Row, Text } from '../../../components/layout/index.js'
import { vars } from '../../../theme/components/vars.js'

export interface TileProps {
  icon: LucideIcon
  title: string
  /** One live fact, or the purpose of the screen. */
  fact: string
  /** Path in the portal, or a function that opens an external screen in a new tab. */
  target: string | (() => void)
}

const look = {
  position: 'relative',
  display: 'grid',
  gap: 1,
  alignContent: 'start',
  p: 1.5,
  transition: 'border-color 120ms',
  '&:hover, &:focus-within': { borderColor: 'primary.main' },
  '&:hover .tile-icon, &:focus-within .tile-icon': { bgcolor: 'primary.soft', color: 'primary.main' },
} as const

/** Text of a tile. It is always two lines high, so that nothing moves when the fact loads or becomes longer. */
const Fact = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  color: vars(theme).text.secondary,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  height: '2lh',
}))

/** Card of one screen with an Open button. The whole card is clickable. */
export function Tile({ icon: Icon, title, fact, target }: TileProps) {
  return (
    <Paper component="li" sx={look}>
      <Row>
        <Box
          className="tile-icon"
          sx={{
            display: { xs: 'none', sm: 'grid' },
            placeContent: 'center',
            flex: 'none',
            width: 32,
            height: 32,
            borderRadius: '8px',
            bgcolor: 'surface.subtle',
            color: 'text.secondary',
          }}
        >
          <Icon size={16} />
        </Box>
        <Text component="h3" size="body" clipped grow weight="strong" title={title}>
          {title}
        </Text>
        <OpenButton title={title} target={target} />
      </Row>
      <Fact title={fact}>{fact}</Fact>
    </Paper>
  )
}

function OpenButton({ title, target }: { title: string; target: string | (() => void) }) {
  const { t } = useTranslation(['home', 'shell'])
  const isOutside = typeof target !== 'string'
  const label = isOutside ? t('shell:newTab', { screen: title }) : t('tiles.open', { screen: title })
  const Sign = isOutside ? ArrowUpRight : ChevronRight
  const way = isOutside ? { onClick: target } : { component: Link, to: target }
  return (
    <IconButton
      size="small"
      aria-label={label}
      {...way}
      sx={{ flex: 'none', mr: -0.5, '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '10px' } }}
    >
      <Sign size={16} />
    </IconButton>
  )
}
