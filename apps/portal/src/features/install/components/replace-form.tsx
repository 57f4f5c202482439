import Button from '@mui/material/Button'
import { Replace } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/layout.js'
import type { Replaceable } from '../queries/install-changes.js'
import { type Replaced, useReplace } from '../use-replace.js'
import { ReplaceFields } from './replace-fields.js'
import { Section } from './section.js'

interface ReplaceFormProps {
  entity: Replaceable
  onReplaced: (replaced: Replaced) => void
}

/** The new tracker, why the old one goes, and where to. */
export function ReplaceForm({ entity, onReplaced }: ReplaceFormProps) {
  const { t } = useTranslation('install')
  const replacing = useReplace(entity, onReplaced)
  return (
    <Section
      number={2}
      title={t('replace.device')}
      wrong={Object.values(replacing.refusals).filter(Boolean).length}
      isComplete={false}
    >
      <Stack
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void replacing.save()
        }}
      >
        <ReplaceFields replacing={replacing} odometerM={entity.odo} />
        <Button
          type="submit"
          variant="contained"
          loading={replacing.isSaving}
          startIcon={<Replace />}
          sx={{ justifySelf: 'end' }}
        >
          {t('replace.save')}
        </Button>
      </Stack>
    </Section>
  )
}
