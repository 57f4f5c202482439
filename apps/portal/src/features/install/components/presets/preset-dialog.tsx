import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../../components/layout/layout.js'
import { AskDialog } from '../../../../components/ask-dialog.js'
import { Field } from '../../../../components/field.js'
import { useNotify } from '../../../../components/notifications/use-notify.js'
import { refusedFields } from '../../../../lib/api/api-error.js'
import { useOnceKey } from '../../../../lib/api/headers.js'
import type { InstallForm } from '../../form/install-form.js'
import { fromForm, type Preset, rewritten } from '../../preset.js'
import { changes, useInstallChange } from '../../queries/install-changes.js'

interface PresetDialogProps {
  /** Absent for a new preset. */
  preset?: Preset
  /** The form's current values. */
  form: InstallForm
  onSaved: (preset: Preset) => void
  onClose: () => void
}

function usePresetForm({ preset, form, onSaved, onClose }: PresetDialogProps) {
  const { t } = useTranslation('install')
  const notify = useNotify()
  const onceKey = useOnceKey()
  const [name, setName] = useState(preset?.name ?? '')
  const [takesForm, setTakesForm] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const create = useInstallChange(changes.createPreset)
  const update = useInstallChange(changes.updatePreset)
  const save = async () => {
    if (name.trim() === '') return setRefusal(t('preset.nameRequired'))
    try {
      if (preset) {
        const body = takesForm ? fromForm(name, preset.auto_import, form) : rewritten(preset, { name })
        onSaved(await update.mutateAsync({ id: preset.id, body }))
      } else {
        const body = fromForm(name, false, form)
        onSaved(await create.mutateAsync({ body, key: onceKey(body) }))
      }
      notify.success(t('preset.saved', { name: name.trim() }))
      onClose()
    } catch (error) {
      const told = refusedFields(error).name
      if (told === undefined) notify.failure(error)
      else setRefusal(told)
    }
  }
  const write = (next: string) => {
    setName(next)
    setRefusal(undefined)
  }
  return { name, write, takesForm, setTakesForm, refusal, save, isSaving: create.isPending || update.isPending }
}

/** Asks for the name of a preset, and whether the preset gets the form's current values. */
export function PresetDialog({ preset, form, onSaved, onClose }: PresetDialogProps) {
  const { t } = useTranslation('install')
  const formId = useId()
  const { name, write, takesForm, setTakesForm, refusal, save, isSaving } = usePresetForm({ preset, form, onSaved, onClose })
  return (
    <AskDialog
      title={preset ? t('preset.editTitle') : t('preset.newTitle')}
      onClose={onClose}
      act={{ label: t('preset.save'), formId, isPending: isSaving }}
    >
      <Stack
        component="form"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void save()
        }}
      >
        <Typography variant="body2" color="textSecondary">
          {t('preset.text')}
        </Typography>
        <Field
          autoFocus
          label={t('preset.name')}
          value={name}
          errorText={refusal}
          slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' } }}
          onChange={(event) => write(event.target.value)}
        />
        {preset && (
          <FormControlLabel
            control={<Switch checked={takesForm} onChange={(_event, next) => setTakesForm(next)} />}
            label={t('preset.takeForm')}
          />
        )}
      </Stack>
    </AskDialog>
  )
}
