import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import type { InstallForm } from './form/install-form.js'
import { isHeldBy, planImport, type Preset } from './preset.js'
import { presetsQuery } from './queries/install-queries.js'
import type { InstallFormApi } from './form/use-fields.js'

export type Presets = ReturnType<typeof usePresets>

/**
 * Fills the form from presets. One preset is applied automatically when the page opens, unless there is a draft. Typed values
 * are never overwritten without confirmation (G-51).
 */
export function usePresets(form: InstallFormApi, values: InstallForm, ownBusiness: number | null, hasDraft: boolean) {
  const { t } = useTranslation('install')
  const notify = useNotify()
  const [picked, setPicked] = useState<number | null>()
  const [asked, setAsked] = useState<Preset>()
  const { data: presets } = useQuery(presetsQuery)
  const isOpened = useRef(hasDraft)

  const fill = (preset: Preset, isOverTyped: boolean) => {
    const { said, fields, typed } = planImport(form.getValues(), preset, ownBusiness)
    const kept: readonly string[] = isOverTyped ? [] : typed
    const shouldValidate = form.formState.isSubmitted
    for (const field of fields) {
      if (!kept.includes(field))
        form.setValue(field, said[field] as InstallForm[typeof field], { shouldValidate, shouldDirty: true })
    }
    notify.notice(t('preset.imported', { name: preset.name, count: fields.length - kept.length }))
  }
  const importPreset = (preset: Preset) => {
    if (planImport(form.getValues(), preset, ownBusiness).typed.length > 0) setAsked(preset)
    else fill(preset, false)
  }
  useEffect(() => {
    if (!presets || isOpened.current) return
    isOpened.current = true
    const auto = presets.find(({ auto_import }) => auto_import)
    if (!auto) return
    fill(auto, false)
  })
  const typedIn = asked ? planImport(form.getValues(), asked, ownBusiness).typed : []
  const cancel = () => setAsked(undefined)
  const answer = (isOverTyped: boolean) => {
    cancel()
    if (asked) fill(asked, isOverTyped)
  }
  // The chosen preset: the automatic one until the user chooses another.
  const chosenId = picked === undefined ? (presets?.find(({ auto_import }) => auto_import)?.id ?? null) : picked
  // Presets whose values the form has, whatever their source. The comparison is by value, so that it also works after a
  // reload and for the next vehicle.
  const held = presets?.filter((preset) => isHeldBy(values, preset)) ?? []
  const importedId = (held.find(({ id }) => id === chosenId) ?? held[0])?.id
  return { chosenId, choose: setPicked, importPreset, importedId, asked, typedIn, answer, cancel }
}
