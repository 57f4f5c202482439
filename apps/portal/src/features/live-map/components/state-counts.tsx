import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format/numbers.js'
import { MARKER_STATES, type MarkerState } from '../../../map/entity-state.js'
import { StateGlyph } from '../../../map/state-glyph.js'

export interface StateCountsProps {
  counts: Record<MarkerState, number>
  /** The states that are shown; none means all. */
  filter: ReadonlySet<MarkerState>
  onToggle: (state: MarkerState) => void
}

/** How many vehicles are in each state; pressing one shows only those. */
export function StateCounts({ counts, filter, onToggle }: StateCountsProps) {
  const { t } = useTranslation(['map', 'common'])
  return (
    <Box
      role="group"
      aria-label={t('states.label')}
      sx={{
        display: 'flex',
        gap: { xs: 1, md: 0 },
        alignItems: 'center',
        height: 40,
        px: { md: '3px' },
        borderRadius: '8px',
        border: { md: 1 },
        borderColor: { md: 'line.strong' },
        bgcolor: { md: 'background.paper' },
        boxShadow: { md: 'var(--mui-palette-lift-pop)' },
      }}
    >
      {MARKER_STATES.map((state, index) => {
        const word = t(`common:states.${state}`)
        const isPressed = filter.has(state)
        return (
          <ButtonBase
            key={state}
            aria-pressed={isPressed}
            aria-label={t('states.button', { count: counts[state], state: word })}
            onClick={() => onToggle(state)}
            sx={{
              gap: 0.75,
              height: { xs: 36, md: 30 },
              px: { xs: 1.25, md: 1 },
              fontSize: 13,
              lineHeight: '20px',
              color: 'text.secondary',
              borderRadius: { xs: 99, md: '6px' },
              border: 1,
              borderColor: { xs: isPressed ? 'primary.main' : 'line.strong', md: isPressed ? 'primary.main' : 'transparent' },
              bgcolor: isPressed ? 'primary.soft' : { xs: 'background.paper', md: 'transparent' },
              boxShadow: { xs: 'var(--mui-palette-lift-pop)', md: 'none' },
              opacity: filter.size > 0 && !isPressed ? 0.72 : 1,
              position: 'relative',
              '&::before':
                index === 0
                  ? {}
                  : {
                      content: { xs: 'none', md: '""' },
                      position: 'absolute',
                      left: -1,
                      top: 7,
                      bottom: 7,
                      width: '1px',
                      bgcolor: 'divider',
                    },
              '&:hover': { bgcolor: isPressed ? 'primary.soft' : 'surface.hover' },
              '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: -4 } },
            }}
          >
            <StateGlyph state={state} />
            <Box component="span" sx={{ fontWeight: 600, color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}>
              {formatCount(counts[state])}
            </Box>{' '}
            <Box component="span" sx={{ '@container (max-width: 748px)': { display: 'none' } }}>
              {word}
            </Box>
          </ButtonBase>
        )
      })}
    </Box>
  )
}
