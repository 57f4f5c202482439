import { zodResolver } from '@hookform/resolvers/zod'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type InDrawer, useDiscard } from '../../components/form-drawer.js'
import { formTexts } from '../../components/form-texts.js'
import { Form } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRefuse } from '../../components/use-refuse.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { once, unchanged } from '../../lib/api/headers.js'
import { useSession } from '../../lib/session/session.js'
import type { NewSecret } from './secret-dialog.js'
import {
  EMPTY_WEBHOOK,
  KINDS,
  toWebhookForm,
  type Webhook,
  type WebhookForm,
  webhookQuery,
  WEBHOOKS_KEY,
  webhookSchema,
} from './webhook.js'

interface WebhookDrawerProps {
  /** Absent for a new webhook. */
  id?: number
  onClose: () => void
  onSecret: (secret: NewSecret) => void
}

/** Drawer with the form of a webhook: target URL and events. */
export function WebhookDrawer({ id, onClose, onSecret }: WebhookDrawerProps) {
  const { t } = useTranslation('webhooks')
  const isNew = id === undefined
  const query = useQuery({ ...webhookQuery(id ?? 0), enabled: !isNew, refetchOnMount: 'always' })
  const { close, onDirty, question } = useDiscard(onClose)
  return (
    <>
      <FormDrawer
        title={t(isNew ? 'form.newTitle' : 'form.editTitle')}
        subtitle={query.data?.name}
        label={t(isNew ? 'form.create' : 'form.save')}
        query={isNew ? undefined : query}
        gone={{ title: t('detail.gone') }}
        onClose={close}
      >
        {(drawer, webhook) => (
          <WebhookFields {...drawer} webhook={webhook} onDirty={onDirty} onSecret={onSecret} onDone={onClose} />
        )}
      </FormDrawer>
      {question}
    </>
  )
}

interface WebhookFieldsProps extends InDrawer {
  webhook?: Webhook
  onDirty: (isDirty: boolean) => void
  onDone: () => void
  onSecret: (secret: NewSecret) => void
}

function WebhookFields({ formId, during, webhook, onDirty, onDone, onSecret }: WebhookFieldsProps) {
  const { t } = useTranslation('webhooks')
  const { business_id: businessId } = useSession().user
  const form = useForm<WebhookForm>({
    resolver: zodResolver(webhookSchema),
    defaultValues: webhook ? toWebhookForm(webhook) : { ...EMPTY_WEBHOOK, business_id: businessId },
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const save = useSaveWebhook(form, webhook, onDone, onSecret)
  const { text, business, tick } = useWebhookTexts(form)
  return (
    <Form gap={2.5} id={formId} onSubmit={form.handleSubmit((values) => during(save(values)))}>
      {text('name', { helperText: t('form.nameHint'), slotProps: { htmlInput: { maxLength: 100, autoComplete: 'off' } } })}
      {text('url', {
        type: 'url',
        helperText: t('form.urlHint'),
        placeholder: 'https://',
        slotProps: { htmlInput: { maxLength: 500, autoComplete: 'off', spellCheck: false } },
      })}
      <KindsField form={form} />
      {!webhook && business('business_id')}
      {tick('includes_below', t('form.includes_below'))}
      {tick('active', t('form.active'))}
    </Form>
  )
}

function useWebhookTexts(form: UseFormReturn<WebhookForm>) {
  const { t } = useTranslation('webhooks')
  return formTexts(form, {
    label: (name) => t(`form.${name as 'name'}`),
    message: (key) => t(key as 'errors.name'),
  })
}

/** Checkboxes for the kinds of events. */
function KindsField({ form }: { form: UseFormReturn<WebhookForm> }) {
  const { t } = useTranslation('webhooks')
  const { errorOf } = useWebhookTexts(form)
  const error = errorOf('kinds')
  return (
    <Controller
      control={form.control}
      name="kinds"
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <FormControl component="fieldset" error={error !== undefined} onBlur={onBlur}>
          <FormLabel component="legend">{t('form.kinds')}</FormLabel>
          <FormGroup>
            {KINDS.map((kind, at) => (
              <FormControlLabel
                key={kind}
                control={
                  <Checkbox
                    size="small"
                    checked={value.includes(kind)}
                    onChange={(_event, isOn) => onChange(KINDS.filter((one) => (one === kind ? isOn : value.includes(one))))}
                    slotProps={{ input: at === 0 ? { ref } : {} }}
                  />
                }
                label={t(`kinds.${kind}`)}
              />
            ))}
          </FormGroup>
          <FormHelperText>{error ?? t('form.kindsHint')}</FormHelperText>
        </FormControl>
      )}
    />
  )
}

/**
 * Saves a webhook. If another user changed the webhook meanwhile, loads that user's version into the form, except into the
 * fields that were changed here.
 */
function useSaveWebhook(
  form: UseFormReturn<WebhookForm>,
  webhook: Webhook | undefined,
  onDone: () => void,
  onSecret: (secret: NewSecret) => void,
) {
  const { t } = useTranslation('webhooks')
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutateAsync } = useChange(async ({ business_id, ...body }: WebhookForm, key) => {
    if (!webhook) {
      return dataOf(api.POST('/api/v1/webhooks', { params: { header: once(key) }, body: { ...body, business_id } }))
    }
    const params = { path: { id: webhook.id }, header: unchanged(webhook) }
    return { ...(await dataOf(api.PUT('/api/v1/webhooks/{id}', { params, body }))), secret: undefined }
  }, useReread(WEBHOOKS_KEY))
  const refuse = useRefuse(form, {
    ...(webhook && {
      reread: async () => toWebhookForm((await queries.fetchQuery({ ...webhookQuery(webhook.id), staleTime: 0 })) ?? webhook),
    }),
  })
  return async (values: WebhookForm) => {
    try {
      const { name, secret } = await mutateAsync(values)
      notify.success(t('done.save', { name }))
      onDone()
      if (secret !== undefined) onSecret({ name, secret })
    } catch (error) {
      await refuse(error)
    }
  }
}
