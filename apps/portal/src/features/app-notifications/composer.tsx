import { zodResolver } from '@hookform/resolvers/zod'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Clock, SearchX, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm, useWatch, type DefaultValues, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { AskDialog } from '../../components/ask-dialog.js'
import { EmptyState } from '../../components/empty-state.js'
import { ErrorNotice } from '../../components/error-notice.js'
import { useDiscard } from '../../components/form-drawer.js'
import { formTexts } from '../../components/form-texts.js'
import { FieldPair, Form, Row, Text, Wrong } from '../../components/layout/index.js'
import { useReread } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRefuse } from '../../components/use-refuse.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { isRefusedWith } from '../../lib/api/api-error.js'
import { once, unchanged, useOnceKey } from '../../lib/api/headers.js'
import { useClock } from '../../lib/clock.js'
import { addDays, dayOf } from '../../lib/day-range.js'
import { timeZoneNames } from '../../lib/format/time-zones.js'
import { useFormat } from '../../lib/format/use-format.js'
import { useSession } from '../../lib/session/session.js'
import { AudienceFields } from './audience-fields.js'
import {
  type AppNotification,
  MAX_BODY,
  MAX_TITLE,
  NEEDED,
  type NotificationForm,
  notificationQuery,
  notificationSchema,
  NOTIFICATIONS,
  readNotification,
  recipientsOf,
  toForm,
} from './notification.js'
import { PhonePreview } from './phone-preview.js'

interface ComposerProps {
  /** Notification to change. Absent for a new notification. */
  id?: number
  onClose: () => void
  /** Called after the notification was planned or sent. */
  onDone: (wasSent: boolean) => void
}

/** Composes a notification: text, recipients and time, beside a phone preview (R-210, D.21). */
export function Composer({ id, ...then }: ComposerProps) {
  const { t } = useTranslation('appNotifications')
  const query = useQuery({ ...notificationQuery(id ?? 0), enabled: id !== undefined, refetchOnMount: 'always' })
  if (id === undefined) return <ComposerForm {...then} />
  if (query.error && !query.data) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === null || (query.data && query.data.state !== 'planned'))
    return <EmptyState icon={SearchX} title={t('gone.title')} text={t('gone.text')} />
  if (!query.data || !query.isFetchedAfterMount) return <Skeleton height={420} />
  return <ComposerForm notification={query.data} {...then} />
}

interface ComposerFormProps extends Omit<ComposerProps, 'id'> {
  notification?: AppNotification
}

/**
 * Returns the defaults of a new notification. It is planned for 9:00 of the next day in the form's time zone, so that a form
 * that is sent by mistake wakes nobody at night.
 */
const fresh = (businessId: number | null, timeZone: string, now: number): DefaultValues<NotificationForm> => ({
  business_id: businessId ?? undefined,
  title: '',
  body: '',
  time_zone: timeZone,
  kind: 'all',
  date: addDays(dayOf(now, timeZone), 1),
  time: '09:00',
  tag_ids: [],
  business_ids: [],
  brand: null,
  model: null,
  picked: [],
})

function ComposerForm({ notification, onClose, onDone }: ComposerFormProps) {
  const { t } = useTranslation(['appNotifications', 'common'])
  const { user } = useSession()
  const { timeZone } = useFormat()
  const clock = useClock()
  const form = useForm<NotificationForm>({
    resolver: zodResolver(notificationSchema),
    defaultValues: notification ? toForm(notification) : fresh(user.business_id, timeZone, clock.now()),
    mode: 'onTouched',
  })
  const discard = useDiscard(onClose)
  const { onDirty } = discard
  const { isDirty, isSubmitting } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const { save, pastOne, forget } = useSave(form, notification, onDone)
  const [title = '', body = '', time = ''] = useWatch({ control: form.control, name: ['title', 'body', 'time'] })
  return (
    <Row wrap align="start" gap={3}>
      <Paper
        component="section"
        aria-label={t(notification ? 'form.editTitle' : 'form.newTitle')}
        sx={{ flex: '2 1 420px', p: 3 }}
      >
        <Form gap={2.5} onSubmit={form.handleSubmit((values) => save(values))}>
          <Text component="h2" size="heading">
            {t(notification ? 'form.editTitle' : 'form.newTitle')}
          </Text>
          <MessageFields form={form} mayChooseBusiness={!notification && user.business_id === null} />
          <AudienceFields form={form} />
          <Row justify="end" divided>
            <Button onClick={discard.close}>{t('common:actions.cancel')}</Button>
            <ActionButton
              type="submit"
              variant="contained"
              icon={Clock}
              label={t(notification ? 'form.save' : 'form.plan')}
              loading={isSubmitting}
            />
          </Row>
        </Form>
      </Paper>
      <Paper sx={{ flex: '1 1 300px', p: 3 }}>
        <PhonePreview title={title} body={body} time={time} />
      </Paper>
      {discard.question}
      {pastOne && <SendNow onSend={() => save(pastOne, true)} onClose={forget} />}
    </Row>
  )
}

/** Asks whether to send now if the planned time has passed (G-80). */
function SendNow({ onSend, onClose }: { onSend: () => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation('appNotifications')
  const [isPending, setIsPending] = useState(false)
  const act = {
    label: t('sendNow.act'),
    icon: Send,
    isPending,
    onAct: () => {
      setIsPending(true)
      void onSend()
    },
  }
  return (
    <AskDialog title={t('sendNow.title')} keepLabel={t('sendNow.keep')} icon={Send} isHeld act={act} onClose={onClose}>
      <Text size="dense">{t('sendNow.text')}</Text>
    </AskDialog>
  )
}

interface MessageFieldsProps {
  form: UseFormReturn<NotificationForm>
  mayChooseBusiness: boolean
}

function MessageFields({ form, mayChooseBusiness }: MessageFieldsProps) {
  const { t } = useTranslation('appNotifications')
  const { control, formState } = form
  const {
    text,
    choice,
    day,
    time: dayTime,
    business,
  } = formTexts<NotificationForm>(form, {
    label: (name) => t(`form.${name as 'title'}`),
    message: (key) => t(key as 'form.required'),
  })
  const [title = '', body = ''] = useWatch({ control, name: ['title', 'body'] })
  const counter = (length: number, max: number) => t('form.counter', { length, max })
  const isLacking = NEEDED.some((name) => formState.errors[name]?.message === 'form.required')
  return (
    <>
      {mayChooseBusiness && business('business_id', { hint: t('form.businessHint') })}
      {text('title', {
        autoFocus: true,
        helperText: counter(title.length, MAX_TITLE),
        slotProps: { htmlInput: { maxLength: MAX_TITLE } },
      })}
      {text('body', {
        multiline: true,
        minRows: 3,
        helperText: counter(body.length, MAX_BODY),
        slotProps: { htmlInput: { maxLength: MAX_BODY } },
        // Prevents line breaks, because phones do not show them.
        onKeyDown: (event) => event.key === 'Enter' && event.preventDefault(),
      })}
      <FieldPair>
        {day('date')}
        {dayTime('time')}
      </FieldPair>
      {choice('time_zone', {
        options: timeZoneNames().map((zone) => ({ value: zone, label: zone })),
        helperText: t('form.zoneHint'),
      })}
      {isLacking && <Wrong>{t('form.allRequired')}</Wrong>}
    </>
  )
}

/**
 * Plans a notification, or asks first if the planned time has passed. If another user changed the notification meanwhile, that
 * user's version is loaded.
 */
function useSave(
  form: UseFormReturn<NotificationForm>,
  notification: AppNotification | undefined,
  onDone: (wasSent: boolean) => void,
) {
  const { t } = useTranslation('appNotifications')
  const notify = useNotify()
  const reread = useReread(NOTIFICATIONS)
  const keyOf = useOnceKey()
  const [state, setState] = useState(notification)
  const [pastOne, setPastOne] = useState<NotificationForm>()
  const refuse = useRefuse(form, {
    ...(notification && {
      reread: async () => {
        const newest = (await readNotification(notification.id)) ?? notification
        setState(newest)
        return toForm(newest)
      },
    }),
  })
  const save = async (values: NotificationForm, sendNow = false): Promise<void> => {
    const { title, body, date, time, time_zone, business_id } = values
    const wanted = { title, body, date, time, time_zone, recipients: recipientsOf(values), send_now: sendNow }
    try {
      if (state) {
        const params = { path: { id: state.id }, header: unchanged(state) }
        await unwrap(api.PUT('/api/v1/notifications/{id}', { params, body: wanted }))
      } else {
        const made = { ...wanted, business_id }
        await unwrap(api.POST('/api/v1/notifications', { params: { header: once(keyOf(made)) }, body: made }))
      }
    } catch (error) {
      setPastOne(undefined)
      if (isRefusedWith(error, 'app-notifications.time-past')) return setPastOne(values)
      return refuse(error)
    }
    notify.success(t(sendNow ? 'done.sendNow' : 'done.plan', { title }))
    await reread()
    onDone(sendNow)
  }
  return { save, pastOne, forget: () => setPastOne(undefined) }
}
