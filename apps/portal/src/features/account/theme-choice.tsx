import { useColorScheme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import { Stack, Text } from '../../components/layout/index.js'

const MODES = ['system', 'light', 'dark'] as const
type Mode = (typeof MODES)[number]

/** System, light or dark; takes effect at once, and is this browser's choice, not the account's. */
export function ThemeChoice() {
  const { t } = useTranslation('shell')
  const { mode = 'system', setMode } = useColorScheme()
  return (
    <Stack gap={0.5}>
      <Text component="p" size="caption" weight="medium" id="theme-choice">
        {t('nightMode.title')}
      </Text>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={mode}
        aria-labelledby="theme-choice"
        onChange={(_event, next: Mode | null) => next && setMode(next)}
      >
        {MODES.map((choice) => (
          <ToggleButton key={choice} value={choice}>
            {t(`nightMode.${choice}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Stack>
  )
}
