import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/text.js'
import { countOf } from '../preset.js'
import { presetsQuery } from '../queries/install-queries.js'
import type { Presets } from '../use-presets.js'
import { Card } from './card.js'

interface PresetCardProps {
  presets: Presets
  /** Opens the list of them. */
  onOpen: () => void
}

/** The preset that is offered, or that filled the form already; its name leads to the other ones. */
export function PresetCard({ presets, onOpen }: PresetCardProps) {
  const { t } = useTranslation(['installMobile', 'install'])
  const { data = [] } = useQuery(presetsQuery)
  const preset = data.find(({ id }) => id === (presets.importedId ?? presets.chosenId)) ?? data[0]
  if (!preset) return null
  const isImported = preset.id === presets.importedId
  const Icon = isImported ? BookmarkCheck : Bookmark
  return (
    <Card>
      <Box sx={{ display: 'grid', color: isImported ? 'moving.main' : 'text.secondary' }}>
        <Icon size={20} />
      </Box>
      <ButtonBase
        aria-label={t('presets.choose', { name: preset.name })}
        onClick={onOpen}
        sx={{ flex: 1, minWidth: 0, minHeight: 44, display: 'block', textAlign: 'start', borderRadius: '8px' }}
      >
        <Text size="body" weight="medium" breaks>
          {preset.name}
        </Text>
        <Text size="caption" tone="secondary">
          {isImported ? t('presets.imported') : t('presets.fields', { count: countOf(preset) })}
        </Text>
      </ButtonBase>
      <Button
        variant="text"
        onClick={() => (isImported ? onOpen() : presets.importPreset(preset))}
        sx={{ minHeight: 44, color: 'primary.main', fontWeight: 600 }}
      >
        {t(isImported ? 'presets.change' : 'install:preset.import')}
      </Button>
    </Card>
  )
}
