import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormDrawer, type InDrawer, useDiscard } from '../../../components/form-drawer.js'
import { formTexts } from '../../../components/form-texts.js'
import { Form } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRefuse } from '../../../components/use-refuse.js'
import { type CaseDetails, type MissingCase, roomQuery, saveDetails, useCasesChanged } from '../case-queries.js'

const text = (most: number) => z.string().trim().max(most, 'form.tooLong')
const schema = z.object({ police_report_number: text(50), reward: text(100), insurer: text(200) })
type Details = z.infer<typeof schema>

const toForm = ({ police_report_number, reward, insurer }: MissingCase): Details => ({
  police_report_number: police_report_number ?? '',
  reward: reward ?? '',
  insurer: insurer ?? '',
})
const toBody = ({ police_report_number, reward, insurer }: Details): CaseDetails => ({
  police_report_number: police_report_number || null,
  reward: reward || null,
  insurer: insurer || null,
})

/** Drawer with the details of a case (G-82). */
export function DetailsDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('missing')
  const query = useQuery({ ...roomQuery(id), refetchOnMount: 'always' })
  const { close, onDirty, question } = useDiscard(onClose)
  const gone = { title: t('gone.title'), text: t('gone.text') }
  return (
    <>
      <FormDrawer title={t('details.title')} label={t('form.save')} query={query} gone={gone} onClose={close}>
        {(drawer, room) => room && <DetailsFields {...drawer} missingCase={room.case} onDirty={onDirty} onDone={onClose} />}
      </FormDrawer>
      {question}
    </>
  )
}

interface DetailsFieldsProps extends InDrawer {
  missingCase: MissingCase
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}

function DetailsFields({ formId, during, missingCase, onDirty, onDone }: DetailsFieldsProps) {
  const { t } = useTranslation('missing')
  const form = useForm<Details>({ resolver: zodResolver(schema), defaultValues: toForm(missingCase) })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const save = useSaveDetails(missingCase, form, onDone)
  const { text } = formTexts(form, {
    label: (name) => t(`fields.${name}`),
    message: (key) => t(key as 'form.tooLong'),
  })
  return (
    <Form gap={2.5} id={formId} onSubmit={form.handleSubmit((values) => during(save(values)))}>
      {text('police_report_number', { isOptional: true })}
      {text('insurer', { isOptional: true })}
      {text('reward', { isOptional: true })}
    </Form>
  )
}

/**
 * Saves the details. If another user changed the details meanwhile, loads that user's version into the form, except into the
 * fields that were changed here.
 */
function useSaveDetails(missingCase: MissingCase, form: UseFormReturn<Details>, onDone: () => void) {
  const { t } = useTranslation('missing')
  const queries = useQueryClient()
  const notify = useNotify()
  const changed = useCasesChanged()
  const refuse = useRefuse(form, {
    reread: async () => {
      const room = await queries.fetchQuery({ ...roomQuery(missingCase.id), staleTime: 0 })
      return toForm(room?.case ?? missingCase)
    },
  })
  return async (values: Details) => {
    try {
      await saveDetails(missingCase, toBody(values))
    } catch (error) {
      return refuse(error)
    }
    notify.success(t('form.saved', { name: missingCase.entity_name }))
    void changed()
    onDone()
  }
}
