import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { PencilLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Controller, useForm, useWatch, type Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { isLanguageKey } from '../../../i18n/languages.js'
import { useSession } from '../../../lib/session/session.js'
import { keepDraft, readDraft } from '../draft.js'
import { emptyForm, FIELDS, type InstallForm, installSchema, type Panel, PANELS, wrongFields } from '../install-form.js'
import { PRESET_FIELDS } from '../preset.js'
import { useFields } from '../use-fields.js'
import { useInstall } from '../use-install.js'
import { usePresets } from '../use-presets.js'
import { DetailsFields } from './details-section.js'
import { DeviceField } from './device-field.js'
import { InstalledNotice } from './installed-notice.js'
import { LatestList } from './latest-list.js'
import { PresetBar } from './preset-bar.js'
import { SaveBar } from './save-bar.js'
import { Section } from './section.js'
import { TargetFields } from './target-section.js'
import { VehicleFields } from './vehicle-section.js'

interface InstallFormViewProps {
  /** In which business vehicles are made unless told otherwise. */
  businessId: number | null
  onLiveTest: (imei: string) => void
}

/** The four panels with presets above, what was made last beside, and what is missing below. */
export function InstallFormView({ businessId, onLiveTest }: InstallFormViewProps) {
  const { t, i18n } = useTranslation(['install', 'common'])
  const { user } = useSession()
  const empty = emptyForm(businessId, isLanguageKey(i18n.language) ? i18n.language : 'en')
  const [draft] = useState(() => readDraft(user.id, empty))
  const form = useForm<InstallForm>({
    // A business that is not chosen yet is an error of the form, and no other type of form.
    resolver: zodResolver(installSchema) as unknown as Resolver<InstallForm>,
    defaultValues: draft ?? empty,
    mode: 'onTouched',
  })
  const { errors, isSubmitted } = form.formState
  const { errorOf } = useFields(form)
  const values = useWatch({ control: form.control, compute: (all: InstallForm) => all })
  const presets = usePresets(form, businessId, draft !== undefined)
  const { save, isSaving, installed } = useInstall(form)
  useEffect(() => keepDraft(user.id, JSON.stringify(values) === JSON.stringify(empty) ? undefined : values))

  const wrong = wrongFields(values)
  const section = (panel: Panel, number: number) => ({
    number,
    title: t(`${panel}.title`),
    wrong: PANELS[panel].filter((field) => errors[field]).length,
    isComplete: !PANELS[panel].some((field) => wrong.has(field)),
  })
  const reset = (kept: Partial<InstallForm> = {}) => form.reset({ ...empty, ...kept })
  const submit = (goesOn: boolean) =>
    form.handleSubmit(async (wanted) => {
      if (!(await save(wanted))) return
      const preset = Object.fromEntries(PRESET_FIELDS.map((field) => [field, wanted[field]]))
      reset(goesOn ? { ...preset, user_target: wanted.user_target } : {})
    })()
  const goToFirst = () => {
    const first = FIELDS.find((field) => errors[field] ?? wrong.has(field))
    if (first) form.setFocus(first)
  }
  const { asked, typedIn } = presets
  return (
    <Box component="form" noValidate onSubmit={(event) => event.preventDefault()} sx={{ display: 'grid', gap: 2 }}>
      <PresetBar
        chosenId={presets.chosenId}
        onChoose={presets.choose}
        onImport={presets.importPreset}
        formValues={form.getValues}
      />
      <Box
        sx={{
          ...{ display: 'grid', gap: 2, alignItems: 'start' },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(2, minmax(0, 1fr)) 288px' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <Section {...section('target', 1)}>
            <TargetFields form={form} />
          </Section>
          <Section {...section('device', 2)}>
            <Controller
              control={form.control}
              name="imei"
              render={({ field }) => (
                <DeviceField
                  label={t('fields.imei')}
                  value={field.value}
                  onChange={(imei) =>
                    form.setValue('imei', imei, { shouldDirty: true, shouldValidate: imei !== '' || isSubmitted })
                  }
                  onBlur={field.onBlur}
                  inputRef={field.ref}
                  errorText={errorOf('imei')}
                />
              )}
            />
          </Section>
        </Box>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <Section {...section('vehicle', 3)}>
            <VehicleFields form={form} />
          </Section>
          <Section {...section('details', 4)}>
            <DetailsFields form={form} />
          </Section>
        </Box>
        <LatestList onLiveTest={onLiveTest} />
      </Box>
      {installed && (
        <InstalledNotice title={t('saved.title', { name: installed.name })} imei={installed.imei} onLiveTest={onLiveTest} />
      )}
      <SaveBar
        missing={wrong.size}
        isTold={isSubmitted}
        isSaving={isSaving}
        onFirst={goToFirst}
        onReset={() => reset()}
        onSave={() => void submit(false)}
        onSaveNext={() => void submit(true)}
      />
      {asked && (
        <AskDialog
          isAlert
          icon={PencilLine}
          title={t('preset.overTitle', { name: asked.name })}
          onClose={presets.cancel}
          actions={
            <>
              <Button autoFocus onClick={() => presets.answer(false)}>
                {t('preset.keepMine')}
              </Button>
              <Button variant="contained" onClick={() => presets.answer(true)}>
                {t('preset.replaceMine')}
              </Button>
            </>
          }
        >
          {t('preset.overText', { fields: typedIn.map((field) => t(`presetFields.${field}`)).join(', ') })}
        </AskDialog>
      )}
    </Box>
  )
}
