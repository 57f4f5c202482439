import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Span } from '../../../components/layout/text.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { MARKER_STATES } from '../../../map/entity-state.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import { vars } from '../../../theme/components/vars.js'
import type { ShownFleet } from '../use-shown-fleet.js'

interface StateCountsProps extends Pick<ShownFleet, 'states' | 'toggle'> {
  /** Absent until the fleet is loaded, because zero would then be wrong. */
  counts: ShownFleet['counts'] | undefined
}

/** Shows the number of vehicles in each state. Pressing a state shows only the vehicles in it. */
export function StateCounts({ counts, states, toggle }: StateCountsProps) {
  const { t } = useTranslation(['map', 'common'])
  return (
    <Group role="group" aria-label={t('states.label')} data-filtered={states.size > 0}>
      {MARKER_STATES.map((state) => {
        const word = t(`common:states.${state}`)
        return (
          <StateButton
            key={state}
            aria-pressed={states.has(state)}
            aria-label={counts ? t('states.button', { count: counts[state], state: word }) : t('states.unknown', { state: word })}
            onClick={() => toggle(state)}
          >
            <StateGlyph state={state} />
            <Span tone="primary" weight="strong" tabular>
              {counts ? formatCount(counts[state]) : '–'}
            </Span>{' '}
            <Word>{word}</Word>
          </StateButton>
        )
      })}
    </Group>
  )
}

/** Framed button group. On a phone, the buttons are separate. */
const Group = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(1),
  alignItems: 'center',
  height: 40,
  '&[data-filtered=true] > [aria-pressed=false]': { opacity: 0.72 },
  [theme.breakpoints.up('md')]: {
    gap: 0,
    padding: '0 3px',
    borderRadius: 8,
    border: `1px solid ${vars(theme).line.strong}`,
    backgroundColor: vars(theme).background.paper,
    boxShadow: vars(theme).lift.pop,
  },
}))
const StateButton = styled(ButtonBase)(({ theme }) => ({
  position: 'relative',
  gap: theme.spacing(0.75),
  height: 36,
  padding: theme.spacing(0, 1.25),
  fontSize: 13,
  lineHeight: '20px',
  color: vars(theme).text.secondary,
  borderRadius: 99,
  border: `1px solid ${vars(theme).line.strong}`,
  backgroundColor: vars(theme).background.paper,
  boxShadow: vars(theme).lift.pop,
  '&:hover': { backgroundColor: vars(theme).surface.hover },
  [theme.breakpoints.up('md')]: {
    height: 30,
    padding: theme.spacing(0, 1),
    borderRadius: 6,
    borderColor: 'transparent',
    boxShadow: 'none',
    '&:not(:hover)': { backgroundColor: 'transparent' },
    // Line between two buttons.
    '& + &::before': {
      content: '""',
      position: 'absolute',
      inset: '7px auto 7px -1px',
      width: 1,
      backgroundColor: vars(theme).divider,
    },
  },
  '&&[aria-pressed=true]': { borderColor: vars(theme).primary.main, backgroundColor: vars(theme).primary.soft },
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: -4 } },
}))
const Word = styled('span')({ '@container (max-width: 748px)': { display: 'none' } })
