import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRefuse } from '../../../components/use-refuse.js'
import { isChangedSince } from '../../../lib/api/api-error.js'
import { CHANGEABLE, changedIn, toChanges, toForm, toNew, type BusinessForm } from '../business-form.js'
import { useCreateBusiness, useUpdateBusiness } from '../queries/business-changes.js'
import { businessQuery, type TaggedBusiness } from '../queries/business-query.js'

interface Saving {
  form: UseFormReturn<BusinessForm>
  /** Absent for a new business. */
  existing: TaggedBusiness | undefined
  hasContract: boolean
  /** @param id ID of the created business */
  onDone: (id?: number) => void
}

/**
 * Creates or changes a business. Validation errors are shown at their fields. `theirs` is another user's version if that user
 * changed the business meanwhile.
 */
export function useSaveBusiness({ form, existing, hasContract, onDone }: Saving) {
  const { t } = useTranslation('businesses')
  const notify = useNotify()
  const queries = useQueryClient()
  const create = useCreateBusiness()
  const update = useUpdateBusiness(existing?.business.id ?? 0)
  const [base, setBase] = useState(() => ({ form: form.getValues(), tag: existing?.tag ?? null }))
  const [theirs, setTheirs] = useState<TaggedBusiness>()

  const saveFrom = (tag: string | null, from: BusinessForm) =>
    form.handleSubmit(async (values) => {
      try {
        if (existing) {
          await update.mutateAsync({ changes: toChanges(values, from), tag })
          notify.success(t('saved', { name: values.name }))
          return onDone()
        }
        const made = await create.mutateAsync({ below: values.parent_id ?? 'root', business: toNew(values, hasContract) })
        notify.success(t('made', { name: made.name }))
        onDone(made.id)
      } catch (error) {
        await refused(error)
      }
    })

  const refuse = useRefuse(form, { fields: { vendor: 'parent_id' } })
  async function refused(error: unknown): Promise<void> {
    if (isChangedSince(error) && existing) {
      const newest = await queries.fetchQuery({ ...businessQuery(existing.business.id), staleTime: 0 })
      const mine = changedIn(form.getValues(), base.form)
      const now = toForm(newest.business)
      // Fields that only the other user changed need no decision, so they get the other user's value.
      for (const name of CHANGEABLE) if (!mine.includes(name)) form.setValue(name, now[name])
      setTheirs(newest)
      return
    }
    await refuse(error)
  }

  const takeTheirs = () => {
    if (!theirs) return
    const next = toForm(theirs.business)
    setBase({ form: next, tag: theirs.tag })
    form.reset(next)
    setTheirs(undefined)
  }
  return {
    save: saveFrom(base.tag, base.form),
    theirs,
    keepMine: () => theirs && void saveFrom(theirs.tag, toForm(theirs.business))(),
    takeTheirs,
  }
}
