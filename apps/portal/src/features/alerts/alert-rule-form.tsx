import { zodResolver } from '@hookform/resolvers/zod'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDrawer, useDiscard, type InDrawer } from '../../components/form-drawer.js'
import { formTexts } from '../../components/form-texts.js'
import { FieldPair, Form, Hint, Stack } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRefuse } from '../../components/use-refuse.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { once, unchanged } from '../../lib/api/headers.js'
import { useBusinessTree } from '../../lib/businesses/business-tree-query.js'
import { usePermission, useSession } from '../../lib/session/session.js'
import {
  canLast,
  DAYS,
  EMPTY_RULE,
  hasThreshold,
  isOfGeofences,
  MAILS,
  type RuleForm,
  ruleSchema,
  toRuleBody,
  toRuleForm,
} from './alert-rule-form-values.js'
import { type AlertRule, ALERT_RULES_KEY, KINDS, ruleQuery } from './alert.js'
import { NamesField } from './names-field.js'
import { Readback } from './rules/readback.js'

interface AlertRuleDrawerProps {
  /** Absent for a new rule. */
  id?: number
  onClose: () => void
}

/** Drawer with the form of an alert rule: event, vehicles, times and recipients. */
export function AlertRuleDrawer({ id, onClose }: AlertRuleDrawerProps) {
  const { t } = useTranslation('alertRules')
  const query = useQuery({ ...ruleQuery(id ?? 0), enabled: id !== undefined, refetchOnMount: 'always' })
  const { close, onDirty, question } = useDiscard(onClose)
  return (
    <>
      <FormDrawer
        title={t(id === undefined ? 'form.newTitle' : 'form.editTitle')}
        subtitle={id === undefined ? undefined : t('form.fromNowOn')}
        label={t('form.save')}
        query={id === undefined ? undefined : query}
        gone={{ title: t('form.gone') }}
        onClose={close}
      >
        {(drawer, rule) => <RuleFields {...drawer} rule={rule} onDirty={onDirty} onDone={onClose} />}
      </FormDrawer>
      {question}
    </>
  )
}

interface RuleFieldsProps extends InDrawer {
  rule?: AlertRule
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}

/** Returns the form's initial values. The creator of a rule is a recipient by default. */
function useBeginning(rule: AlertRule | undefined): RuleForm {
  const { user } = useSession()
  if (rule) return toRuleForm(rule)
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email
  return { ...EMPTY_RULE, business_id: user.business_id, users: [{ id: user.id, name }] }
}

/** Returns true if the user has more than one business and must choose the rule's owner. */
function useAsksBusiness(): boolean {
  const { business_id: own } = useSession().user
  const { tree } = useBusinessTree()
  return own === null || (tree?.all.length ?? 0) > 1
}

function RuleFields({ formId, during, rule, onDirty, onDone }: RuleFieldsProps) {
  const { t } = useTranslation('alertRules')
  const form = useForm<RuleForm>({ resolver: zodResolver(ruleSchema), defaultValues: useBeginning(rule), mode: 'onTouched' })
  const asksBusiness = useAsksBusiness() && !rule
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const save = useSaveRule(form, rule, onDone)
  const kind = useWatch({ control: form.control, name: 'kind' })
  const { text, time, choice, business, tick } = useRuleTexts(form)
  return (
    <Form gap={2.5} id={formId} onSubmit={form.handleSubmit((values) => during(save(values)))}>
      {asksBusiness && business('business_id')}
      {text('name')}
      {choice('kind', {
        options: KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
        ...(kind === 'dispute' && { helperText: t('form.disputeHint') }),
      })}
      {hasThreshold(kind) &&
        text('threshold', {
          label: t(`form.thresholds.${kind}`),
          ...(kind === 'speeding' && { isOptional: true, helperText: t('form.speedHint') }),
          slotProps: { htmlInput: { inputMode: 'numeric' } },
        })}
      {canLast(kind) &&
        text('lasting_min', { helperText: t('form.lastingHint'), slotProps: { htmlInput: { inputMode: 'decimal' } } })}
      <Concerns form={form} />
      <Hours form={form} />
      {choice('tell_mail', { options: MAILS.map((value) => ({ value, label: t(`mails.${value}`) })) })}
      {tick('tell_bell', t('form.tell_bell'))}
      <FieldPair>
        {time('quiet_from', { isOptional: true })}
        {time('quiet_till', { isOptional: true })}
      </FieldPair>
      {text('cool_down_min', { slotProps: { htmlInput: { inputMode: 'numeric' } } })}
      {tick('active', t('form.active'))}
      <Readback control={form.control} rule={rule} />
    </Form>
  )
}

function useRuleTexts(form: UseFormReturn<RuleForm>) {
  const { t } = useTranslation('alertRules')
  return formTexts(form, { label: (name) => t(`form.${name as 'name'}`), message: (key) => t(key as 'errors.name') })
}

const MOST = 200
const byName = { limit: MOST, orderBy: 'name', sortedBy: 'asc' } as const

/** Fields for the vehicles and geofences that the rule applies to, and for its recipients. */
function Concerns({ form: { control, ...form } }: { form: UseFormReturn<RuleForm> }) {
  const { t } = useTranslation('alertRules')
  const mayChooseUsers = usePermission('read:user')
  const kind = useWatch({ control, name: 'kind' })
  const { errorOf } = useRuleTexts({ control, ...form })
  const geofences = useQuery({
    queryKey: ['geofences', 'options'],
    enabled: isOfGeofences(kind),
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/geofences', { params: { query: byName }, signal })),
  })
  const tags = useQuery({
    queryKey: ['tags', 'options'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dropdown/tags', { signal })),
  })
  const users = useQuery({
    queryKey: ['users', 'recipients'],
    enabled: mayChooseUsers,
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/users', { params: { query: byName }, signal })),
  })
  return (
    <>
      {isOfGeofences(kind) && (
        <NamesField
          control={control}
          name={'geofences'}
          label={t('form.geofence_ids')}
          hint={t('form.geofencesHint')}
          options={geofences.data}
          errorText={errorOf('geofences')}
        />
      )}
      <NamesField
        control={control}
        name={'tags'}
        label={t('form.tag_ids')}
        hint={t('form.tagsHint')}
        options={tags.data}
        errorText={errorOf('tags')}
      />
      <NamesField
        control={control}
        name={'users'}
        label={t('form.user_ids')}
        isReadOnly={!mayChooseUsers}
        options={mayChooseUsers ? users.data : []}
        errorText={errorOf('users')}
      />
    </>
  )
}

/** Returns a date on this weekday, 1 for Monday, because 1 January 2024 was a Monday. */
const dayOf = (day: string) => new Date(Date.UTC(2024, 0, Number(day)))

function Hours({ form }: { form: UseFormReturn<RuleForm> }) {
  const { t, i18n } = useTranslation('alertRules')
  const kind = useWatch({ control: form.control, name: 'kind' })
  const { time } = useRuleTexts(form)
  const isRight = kind === 'outsideHours'
  const title = t(isRight ? 'form.hours.right' : 'form.hours.speaks')
  const named = (day: string, weekday: 'short' | 'long') =>
    dayOf(day).toLocaleDateString(i18n.language, { weekday, timeZone: 'UTC' })
  return (
    <Stack gap={1} role="group" aria-label={title}>
      <Hint>{title}</Hint>
      <Controller
        control={form.control}
        name="days"
        render={({ field }) => (
          <ToggleButtonGroup
            size="small"
            fullWidth
            value={field.value}
            onChange={(_event, days: string[]) => field.onChange(days)}
          >
            {DAYS.map((day) => (
              <ToggleButton key={day} value={day} title={named(day, 'long')} sx={{ px: 0.25, minWidth: 0 }}>
                {named(day, 'short')}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
      />
      <FieldPair>
        {time('from')}
        {time('till')}
      </FieldPair>
      {!isRight && <Hint>{t('form.hoursHint')}</Hint>}
    </Stack>
  )
}

/**
 * Saves a rule. If another user changed the rule meanwhile, loads that user's version into the form, except into the fields
 * that were changed here.
 */
function useSaveRule(form: UseFormReturn<RuleForm>, rule: AlertRule | undefined, onDone: () => void) {
  const { t } = useTranslation('alertRules')
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutateAsync } = useChange((values: RuleForm, key) => {
    const body = toRuleBody(values, rule)
    if (!rule) {
      const { business_id } = values
      return dataOf(api.POST('/api/v1/alert-rules', { params: { header: once(key) }, body: { ...body, business_id } }))
    }
    const params = { path: { id: rule.id }, header: unchanged(rule) }
    return dataOf(api.PUT('/api/v1/alert-rules/{id}', { params, body }))
  }, useReread(ALERT_RULES_KEY))
  const refuse = useRefuse(form, {
    fields: { hours: 'from', lasting_s: 'lasting_min', geofence_ids: 'geofences', tag_ids: 'tags', user_ids: 'users' },
    ...(rule && {
      reread: async () => toRuleForm((await queries.fetchQuery({ ...ruleQuery(rule.id), staleTime: 0 })) ?? rule),
    }),
  })
  return async (values: RuleForm) => {
    try {
      const { name } = await mutateAsync(values)
      notify.success(t('done.save', { name }))
      onDone()
    } catch (error) {
      await refuse(error)
    }
  }
}
