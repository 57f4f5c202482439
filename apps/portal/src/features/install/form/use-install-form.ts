import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isLanguageKey } from '../../../i18n/languages.js'
import { useSession } from '../../../lib/session/session.js'
import { keepDraft, keepLastTarget, readDraft, readLastTarget } from './draft.js'
import { emptyForm, type InstallForm, installSchema, fieldMessages, wrongFields } from './install-form.js'
import { PRESET_FIELDS } from '../preset.js'
import { useInstall } from './use-install.js'
import { usePresets } from '../use-presets.js'

/**
 * Manages the installation form for desktop and phone: its draft, presets and saving. `businessId` is the default business,
 * `imei` a tracker from the URL.
 */
export function useInstallForm(businessId: number | null, imei = '') {
  const { i18n } = useTranslation()
  const { user } = useSession()
  const locale = isLanguageKey(i18n.language) ? i18n.language : 'en'
  const emptyNow = () => emptyForm(businessId, locale, readLastTarget(user.id))
  const [empty, setEmpty] = useState(emptyNow)
  const [draft] = useState(() => readDraft(user.id, empty))
  const form = useForm<InstallForm>({
    // The form's business may be missing, which is a validation error. With the cast, no second form type is needed for this.
    resolver: zodResolver(installSchema) as unknown as Resolver<InstallForm>,
    defaultValues: { ...(draft ?? empty), ...(imei !== '' && { imei }) },
    mode: 'onTouched',
  })
  const values = useWatch({ control: form.control, compute: (all: InstallForm) => all })
  const presets = usePresets(form, values, businessId, draft !== undefined)
  const { save: send, twins, isSaving } = useInstall(form)
  const wrong = wrongFields(values)
  const told = fieldMessages(form.formState.errors, wrong)
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
  /** Clears the form for the next vehicle, except for the intended use and the fields that a preset fills. */
  const resetForNext = (last: InstallForm) => {
    const kept = Object.fromEntries(PRESET_FIELDS.map((field) => [field, last[field]])) as Partial<InstallForm>
    restart({ ...kept, user_target: last.user_target })
  }
  return { form, values, wrong, told, presets, save, twins, isSaving, reset, resetForNext }
}
