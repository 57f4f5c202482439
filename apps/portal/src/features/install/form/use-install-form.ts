import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isLanguageKey } from '../../../i18n/languages.js'
import { useSession } from '../../../lib/session/session.js'
import { keepDraft, keepLastTarget, readDraft, readLastTarget } from './draft.js'
import { emptyForm, type InstallForm, installSchema, toldFields, wrongFields } from './install-form.js'
import { PRESET_FIELDS } from '../preset.js'
import { useInstall } from './use-install.js'
import { usePresets } from '../use-presets.js'

/**
 * The form of an installation, the same on the desk and on the phone: its draft, its presets, and its way to the API.
 * `businessId` is where vehicles are made unless told otherwise, `imei` a tracker that the address names.
 */
export function useInstallForm(businessId: number | null, imei = '') {
  const { i18n } = useTranslation()
  const { user } = useSession()
  const locale = isLanguageKey(i18n.language) ? i18n.language : 'en'
  const emptyNow = () => emptyForm(businessId, locale, readLastTarget(user.id))
  const [empty, setEmpty] = useState(emptyNow)
  const [draft] = useState(() => readDraft(user.id, empty))
  const form = useForm<InstallForm>({
    // A business that is not chosen yet is an error of the form, and no other type of form.
    resolver: zodResolver(installSchema) as unknown as Resolver<InstallForm>,
    defaultValues: { ...(draft ?? empty), ...(imei !== '' && { imei }) },
    mode: 'onTouched',
  })
  const values = useWatch({ control: form.control, compute: (all: InstallForm) => all })
  const presets = usePresets(form, values, businessId, draft !== undefined)
  const { save: send, twins, isSaving } = useInstall(form)
  const wrong = wrongFields(values)
  const told = toldFields(form.formState.errors, wrong)
  useEffect(() => keepDraft(user.id, JSON.stringify(values) === JSON.stringify(empty) ? undefined : values))

  const save: typeof send = async (wanted, allowTwin) => {
    const outcome = await send(wanted, allowTwin)
    if ('installed' in outcome) keepLastTarget(user.id, wanted.user_target)
    return outcome
  }
  const restart = (kept: Partial<InstallForm>) => {
    const next = emptyNow()
    setEmpty(next)
    form.reset({ ...next, ...kept })
  }
  const reset = () => restart({})
  /** Empties the form for the next vehicle, but for what a preset fills and for whom it is. */
  const resetForNext = (last: InstallForm) => {
    const kept = Object.fromEntries(PRESET_FIELDS.map((field) => [field, last[field]])) as Partial<InstallForm>
    restart({ ...kept, user_target: last.user_target })
  }
  return { form, values, wrong, told, presets, save, twins, isSaving, reset, resetForNext }
}
