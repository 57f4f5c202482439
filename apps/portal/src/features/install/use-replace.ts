import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { refusedFields } from '../../lib/api/api-error.js'
import { useOnceKey } from '../../lib/api/headers.js'
import { useSession } from '../../lib/session/session.js'
import { keepReplaceDraft, readReplaceDraft } from './form/draft.js'
import { useFieldWork } from './outbox/use-field-work.js'
import type { ReplaceValues } from './replace-values.js'
import type { Replaceable, ReplaceDevice } from './queries/install-changes.js'

const EMPTY: ReplaceValues = { imei: '', reason: '', note: '', returned: false }
type Refusals = Partial<Record<'imei' | 'reason' | 'note', string>>

/** A completed replacement. */
export interface Replaced {
  /** Absent while the replacement is stored on this phone and waits for a connection. */
  entityId?: number
  name: string
  imei: string
  oldImei?: string
}

/**
 * Manages the form of a replacement: new tracker, reason, and whether the old one is returned. Typed values survive a reload
 * (T-15).
 */
export function useReplace(entity: Replaceable, onReplaced: (replaced: Replaced) => void) {
  const { t } = useTranslation(['install', 'outbox'])
  const { user } = useSession()
  const notify = useNotify()
  const onceKey = useOnceKey()
  const { send, isSending } = useFieldWork()
  const [values, setValues] = useState<ReplaceValues>(() => ({ ...EMPTY, ...readReplaceDraft(user.id, entity.id) }))
  const [refusals, setRefusals] = useState<Refusals>({})
  useEffect(() => keepReplaceDraft(user.id, entity.id, values === EMPTY ? undefined : values), [user.id, entity.id, values])

  const set = (changed: Partial<ReplaceValues>) => {
    setValues({ ...values, ...changed })
    // The rule for the note depends on the reason, so that a changed reason also clears the note's error.
    const answered = new Set([...Object.keys(changed), ...('reason' in changed ? ['note'] : [])])
    setRefusals(Object.fromEntries(Object.entries(refusals).filter(([field]) => !answered.has(field))))
  }
  const save = async () => {
    const { imei, reason, note, returned } = values
    const wrong: Refusals = {
      ...(imei === '' && { imei: t('errors.imei') }),
      ...(reason === '' && { reason: t('errors.reason') }),
      ...(reason === 'other' && note.trim() === '' && { note: t('errors.note') }),
    }
    setRefusals(wrong)
    if (Object.keys(wrong).length > 0 || reason === '') return
    try {
      const body: ReplaceDevice = { imei, reason, note: note.trim() || null, returned }
      const saved = await send({ kind: 'replace', entityId: entity.id, body }, onceKey({ id: entity.id, ...body }), entity.name)
      keepReplaceDraft(user.id, entity.id, undefined)
      if (saved === 'kept') {
        notify.notice(t('outbox:kept', { name: entity.name }))
        return onReplaced({ name: entity.name, imei })
      }
      notify.success(t('replace.done', { name: entity.name }))
      onReplaced({ entityId: entity.id, name: entity.name, imei, ...(returned && { oldImei: entity.device?.imei }) })
    } catch (error) {
      const { imei: wrongImei, reason: wrongReason, note: wrongNote } = refusedFields(error)
      if (wrongImei ?? wrongReason ?? wrongNote) setRefusals({ imei: wrongImei, reason: wrongReason, note: wrongNote })
      else notify.failure(error)
    }
  }
  return { values, set, refusals, save, isSaving: isSending }
}
export type Replacing = ReturnType<typeof useReplace>
