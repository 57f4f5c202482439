import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from 'react-i18next'
import { Span } from '../../../components/layout/text.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { MARKER_STATES, type MarkerState } from '../../../map/entity-state.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import type { ShownFleet } from '../use-shown-fleet.js'

export type StateCountsProps = Omit<ShownFleet, 'shown'>

/** How many vehicles are in each state; pressing one shows only those. */
export function StateCounts({ counts, states, toggle }: StateCountsProps) {
  const { t } = useTranslation('map')
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
      {MARKER_STATES.map((state, index) => (
        <StateButton
          key={state}
          state={state}
          count={counts[state]}
          isFirst={index === 0}
          isPressed={states.has(state)}
          isDimmed={states.size > 0 && !states.has(state)}
          onPress={() => toggle(state)}
        />
      ))}
    </Box>
  )
}

interface StateButtonProps {
  state: MarkerState
  count: number
  isFirst: boolean
  isPressed: boolean
  isDimmed: boolean
  onPress: () => void
}

function StateButton({ state, count, isFirst, isPressed, isDimmed, onPress }: StateButtonProps) {
  const { t } = useTranslation(['map', 'common'])
  const word = t(`common:states.${state}`)
  return (
    <ButtonBase
      aria-pressed={isPressed}
      aria-label={t('states.button', { count, state: word })}
      onClick={onPress}
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
        opacity: isDimmed ? 0.72 : 1,
        position: 'relative',
        '&::before': isFirst ? {} : dividingLine,
        '&:hover': { bgcolor: isPressed ? 'primary.soft' : 'surface.hover' },
        '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: -4 } },
      }}
    >
      <StateGlyph state={state} />
      <Span tone="primary" weight="strong" tabular>
        {formatCount(count)}
      </Span>{' '}
      <Box component="span" sx={{ '@container (max-width: 748px)': { display: 'none' } }}>
        {word}
      </Box>
    </ButtonBase>
  )
}

/** Between two buttons of a row; on a phone each stands alone. */
const dividingLine = {
  content: { xs: 'none', md: '""' },
  position: 'absolute',
  left: -1,
  top: 7,
  bottom: 7,
  width: '1px',
  bgcolor: 'divider',
}
