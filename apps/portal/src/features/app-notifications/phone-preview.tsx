import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack, Text } from '../../components/layout/index.js'
import { PRODUCT_NAME } from '../../components/logo.js'

const LIGHTS = ['light', 'dark'] as const
type Light = (typeof LIGHTS)[number]

/** Colours of a phone in light and dark. They are independent of the portal's theme, because customers use both. */
const COLOURS = {
  light: { screen: '#DCE6EA', card: '#FFFFFF', text: '#0F1A24', quiet: '#445364', edge: '#8593A3' },
  dark: { screen: '#0B1117', card: '#22313E', text: '#E8EEF3', quiet: '#AEBBC8', edge: '#5E6E7E' },
} as const

const Phone = styled('div', { shouldForwardProp: (name) => name !== 'light' })<{ light: Light }>(({ theme, light }) => ({
  width: '100%',
  maxWidth: 300,
  minHeight: 420,
  margin: '0 auto',
  padding: theme.spacing(2, 1.5, 3),
  border: `6px solid ${COLOURS[light].edge}`,
  borderRadius: 36,
  backgroundColor: COLOURS[light].screen,
  color: COLOURS[light].text,
}))

const Bubble = styled('div', { shouldForwardProp: (name) => name !== 'light' })<{ light: Light }>(({ theme, light }) => ({
  padding: theme.spacing(1.5),
  borderRadius: 16,
  backgroundColor: COLOURS[light].card,
  overflowWrap: 'anywhere',
}))

/** Shows how the notification will look on a phone, in light and dark. */
export function PhonePreview({ title, body, time }: { title: string; body: string; time: string }) {
  const { t } = useTranslation('appNotifications')
  const [light, setLight] = useState<Light>('light')
  const quiet = { color: COLOURS[light].quiet }
  return (
    <Stack component="section" aria-label={t('preview.title')}>
      <Row justify="space-between">
        <Text component="h2" size="heading">
          {t('preview.title')}
        </Text>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={light}
          aria-label={t('preview.look')}
          onChange={(_event, next: Light | null) => next && setLight(next)}
        >
          {LIGHTS.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`preview.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Row>
      <Phone light={light}>
        <Text size="title" tabular style={{ textAlign: 'center', marginBottom: 24 }}>
          {time || '--:--'}
        </Text>
        <Bubble light={light}>
          <Row justify="space-between" size="caption" style={quiet}>
            <span>{PRODUCT_NAME}</span>
            <span>{t('preview.now')}</span>
          </Row>
          <Text size="dense" weight="strong">
            {title || t('preview.noTitle')}
          </Text>
          <Text size="dense" style={body ? undefined : quiet}>
            {body || t('preview.noBody')}
          </Text>
        </Bubble>
      </Phone>
    </Stack>
  )
}
