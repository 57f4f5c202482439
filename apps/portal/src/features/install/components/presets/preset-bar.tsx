import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useQuery } from '@tanstack/react-query'
import { Download, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../../components/ask-dialog.js'
import { Field } from '../../../../components/field.js'
import { Row } from '../../../../components/layout/layout.js'
import { Text } from '../../../../components/layout/text.js'
import { useNotify } from '../../../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../../../components/tooltip-icon-button.js'
import type { InstallForm } from '../../form/install-form.js'
import { useUnchosen } from '../../form/use-fields.js'
import { countOf, type Preset, rewritten } from '../../preset.js'
import { changes, useInstallChange } from '../../queries/install-changes.js'
import { presetsQuery } from '../../queries/install-queries.js'
import { PresetDialog } from './preset-dialog.js'

interface PresetBarProps {
  chosenId: number | null
  onChoose: (id: number | null) => void
  onImport: (preset: Preset) => void
  /** Returns the form's current values. */
  formValues: () => InstallForm
  /** Omits the frame, for use inside one. */
  isPlain?: boolean
}

/** Chooses, imports, creates, changes and deletes presets. One preset can be applied automatically. */
export function PresetBar({ chosenId, onChoose, onImport, formValues, isPlain = false }: PresetBarProps) {
  const { t } = useTranslation('install')
  const { data: presets } = useQuery(presetsQuery)
  const unchosen = useUnchosen()
  const [asked, setAsked] = useState<'new' | 'edit' | 'delete'>()
  const chosen = presets?.find(({ id }) => id === chosenId)
  const nameOf = (preset: Preset) => t('preset.option', { name: preset.name, count: countOf(preset) })
  const close = () => setAsked(undefined)
  if (!presets) return null
  const hasSome = presets.length > 0
  const options = presets.map((preset) => ({ value: preset.id, label: nameOf(preset) }))
  return (
    <Row
      role="group"
      aria-label={t('preset.label')}
      wrap
      gap={1.5}
      pad={isPlain ? 2 : hasSome ? [1.25, 2] : [0, 2]}
      ground={isPlain || !hasSome ? undefined : 'paper'}
    >
      {hasSome ? (
        <>
          <Text aria-hidden weight="medium">
            {t('preset.label')}
          </Text>
          <Field
            hiddenLabel
            value={chosen?.id ?? ''}
            onChange={(event) => onChoose(Number(event.target.value))}
            sx={{ flex: '1 1 240px', maxWidth: { md: 360 }, minWidth: 0 }}
            slotProps={{ ...unchosen(options), htmlInput: { 'aria-label': t('preset.label') } }}
            options={options}
          />
        </>
      ) : (
        <Text tone="secondary" breaks>
          {t('preset.none')}
        </Text>
      )}
      {chosen && (
        <Button startIcon={<Download />} onClick={() => onImport(chosen)}>
          {t('preset.import')}
        </Button>
      )}
      {chosen && <AutoSwitch preset={chosen} />}
      <Box sx={{ display: 'flex', gap: 0.5, ml: { md: 'auto' } }}>
        <Button variant="text" startIcon={<Plus />} onClick={() => setAsked('new')}>
          {t('preset.new')}
        </Button>
        {chosen && (
          <>
            <TooltipIconButton label={t('preset.edit', { name: chosen.name })} icon={Pencil} onClick={() => setAsked('edit')} />
            <TooltipIconButton
              label={t('preset.delete', { name: chosen.name })}
              icon={Trash2}
              onClick={() => setAsked('delete')}
            />
          </>
        )}
      </Box>
      {(asked === 'new' || asked === 'edit') && (
        <PresetDialog
          preset={asked === 'edit' ? chosen : undefined}
          form={formValues()}
          onSaved={({ id }) => onChoose(id)}
          onClose={close}
        />
      )}
      {asked === 'delete' && chosen && <DeleteDialog preset={chosen} onDeleted={() => onChoose(null)} onClose={close} />}
    </Row>
  )
}

/** Switch that applies this preset automatically. */
function AutoSwitch({ preset }: { preset: Preset }) {
  const { t } = useTranslation('install')
  const notify = useNotify()
  const update = useInstallChange(changes.updatePreset)
  const change = (auto_import: boolean) =>
    update.mutate({ id: preset.id, body: rewritten(preset, { auto_import }) }, { onError: notify.failure })
  return (
    <FormControlLabel
      control={<Switch checked={preset.auto_import} disabled={update.isPending} onChange={(_event, next) => change(next)} />}
      label={t('preset.auto')}
      slotProps={{ typography: { variant: 'body2' } }}
      sx={{ minHeight: 36 }}
    />
  )
}

interface DeleteDialogProps {
  preset: Preset
  onDeleted: () => void
  onClose: () => void
}

function DeleteDialog({ preset, onDeleted, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('install')
  const notify = useNotify()
  const remove = useInstallChange(changes.deletePreset)
  const deleteIt = () =>
    remove.mutate(preset.id, {
      onSuccess: () => {
        onDeleted()
        notify.success(t('preset.deleted', { name: preset.name }))
        onClose()
      },
      onError: notify.failure,
    })
  return (
    <AskDialog
      isAlert
      icon={Trash2}
      tone="error"
      title={t('preset.deleteTitle', { name: preset.name })}
      onClose={onClose}
      act={{ label: t('preset.deleteNow'), onAct: deleteIt, isPending: remove.isPending }}
    >
      {t('preset.deleteText')}
    </AskDialog>
  )
}
