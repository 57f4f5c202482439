import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import { Pane, Stack, FieldPair } from '../../../components/layout/layout.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { ApiError } from '../../../lib/api/api-error.js'
import type { BusinessTree, TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { useSession } from '../../../lib/session/session.js'
import {
  businessFormSchema,
  CHANGEABLE,
  changedIn,
  CONTRACT_FLAGS,
  FLAGS,
  toChanges,
  toForm,
  toNew,
  type BusinessForm,
} from '../business-form.js'
import { kindsBelow, refusalOfNew, TOP_KINDS } from '../business-places.js'
import { useCreateBusiness, useUpdateBusiness } from '../queries/business-changes.js'
import { businessQuery, type TaggedBusiness } from '../queries/business-query.js'
import { ConflictNotice } from './conflict-notice.js'
import { FlagField } from './flag-field.js'

type BusinessFieldsProps = {
  tree: BusinessTree
  onDirty: (isDirty: boolean) => void
  onClose: () => void
  /** @param id of the business that was made. */
  onDone: (id?: number) => void
} & ({ began: BusinessForm; existing?: undefined } | { existing: TaggedBusiness; began?: undefined })

/** The fields of a business. Somebody else's change in the meantime is shown beside one's own, to choose. */
export function BusinessFields({ tree, existing, began, onDirty, onClose, onDone }: BusinessFieldsProps) {
  const { t } = useTranslation(['businesses', 'common', 'account', 'errors'])
  const { user } = useSession()
  const notify = useNotify()
  const queries = useQueryClient()
  const create = useCreateBusiness()
  const [base, setBase] = useState(() => ({ form: began ?? toForm(existing.business), tag: existing?.tag ?? null }))
  const update = useUpdateBusiness(existing?.business.id ?? 0)
  const [theirs, setTheirs] = useState<TaggedBusiness>()
  const form = useForm<BusinessForm>({ resolver: zodResolver(businessFormSchema), defaultValues: base.form, mode: 'onTouched' })
  const { errors, isDirty, isSubmitted, isSubmitting } = form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const isNew = existing === undefined
  const hasContract = user.role_key === 'super-admin'
  const [parentId, kind] = useWatch({ control: form.control, name: ['parent_id', 'type'] })
  const parent = parentId === null ? undefined : tree.byId.get(parentId)
  const kinds = kindsBelow(parent?.kind ?? null)
  const wrong = Object.keys(errors) as (keyof BusinessForm)[]
  const messageOf = (name: keyof BusinessForm) => {
    const message = errors[name]?.message
    return message?.startsWith('form.') ? t(message as 'form.errors.name') : message
  }

  const save = (tag: string | null, from: BusinessForm) =>
    form.handleSubmit(async (values) => {
      try {
        if (isNew) {
          const made = await create.mutateAsync({ below: values.parent_id ?? 'root', business: toNew(values, hasContract) })
          notify.success(t('made', { name: made.name }))
          return onDone(made.id)
        }
        await update.mutateAsync({ changes: toChanges(values, from), tag })
        notify.success(t('saved', { name: values.name }))
        onDone()
      } catch (error) {
        await refused(error)
      }
    })

  async function refused(error: unknown): Promise<void> {
    if (error instanceof ApiError && error.status === 412 && existing) {
      const newest = await queries.fetchQuery({ ...businessQuery(existing.business.id), staleTime: 0 })
      const mine = changedIn(form.getValues(), base.form)
      const now = toForm(newest.business)
      // What only they changed is not in question.
      for (const name of CHANGEABLE) if (!mine.includes(name)) form.setValue(name, now[name])
      setTheirs(newest)
      return
    }
    const named = error instanceof ApiError ? Object.entries(error.fieldErrors) : []
    for (const [name, [message = '']] of named) {
      const field = name === 'vendor' ? 'parent_id' : name
      if (field in base.form) form.setError(field as keyof BusinessForm, { message }, { shouldFocus: true })
    }
    if (!named.some(([name]) => name in base.form || name === 'vendor')) notify.failure(error)
  }

  const takeTheirs = () => {
    if (!theirs) return
    const next = toForm(theirs.business)
    setBase({ form: next, tag: theirs.tag })
    form.reset(next)
    setTheirs(undefined)
  }

  const text = (name: 'name' | 'address' | 'postcode' | 'city' | 'country' | 'email' | 'phone', autoComplete: string) => (
    <Field
      id={`business-${name}`}
      label={t(`fields.${name}`)}
      isOptional={name !== 'name'}
      autoComplete={autoComplete}
      errorText={messageOf(name)}
      {...form.register(name)}
    />
  )
  const flag = (name: (typeof FLAGS)[number] | (typeof CONTRACT_FLAGS)[number]) => (
    <Controller
      key={name}
      name={name}
      control={form.control}
      render={({ field }) => (
        <FlagField label={t(`fields.${name}`)} effect={t(`effects.${name}`)} checked={field.value} onChange={field.onChange} />
      )}
    />
  )
  const refusalOf = (business: TreeBusiness) => {
    const refusal = refusalOfNew(kind, business)
    return refusal && t(`places.${refusal}`, { kind: t(`kinds.${kind}`), parent: t(`kinds.${business.kind}`) })
  }

  return (
    <Pane component="form" noValidate onSubmit={(event) => void save(base.tag, base.form)(event)}>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 3, pt: 2.5, display: 'flex', flexDirection: 'column', gap: 2.5 }}>
        {theirs && (
          <ConflictNotice
            mine={form.getValues()}
            theirs={toForm(theirs.business)}
            fields={changedIn(form.getValues(), toForm(theirs.business))}
            isSaving={isSubmitting}
            onKeepMine={() => void save(theirs.tag, toForm(theirs.business))()}
            onTakeTheirs={takeTheirs}
          />
        )}
        {isNew && (
          <>
            <Field
              select
              id="business-type"
              label={t('fields.type')}
              value={kind}
              errorText={messageOf('type')}
              {...form.register('type')}
              onChange={(event) => form.setValue('type', event.target.value as BusinessForm['type'], { shouldDirty: true })}
            >
              {(parent ? kinds : TOP_KINDS).map((one) => (
                <MenuItem key={one} value={one}>
                  {t(`kinds.${one}`)}
                </MenuItem>
              ))}
            </Field>
            <Controller
              name="parent_id"
              control={form.control}
              render={({ field }) => (
                <BusinessPicker
                  id="business-parent"
                  label={t('fields.parent')}
                  isOptional={hasContract}
                  value={field.value}
                  inputRef={field.ref}
                  onBlur={field.onBlur}
                  onChange={(id) => {
                    field.onChange(id)
                    const below = kindsBelow(id === null ? null : (tree.byId.get(id)?.kind ?? null))
                    const [first] = below
                    if (first && !below.includes(kind)) form.setValue('type', first)
                  }}
                  refusalOf={(business) => (kindsBelow(business.kind).length === 0 ? refusalOf(business) : undefined)}
                  error={messageOf('parent_id')}
                  hint={hasContract ? t('form.parentHint') : undefined}
                />
              )}
            />
          </>
        )}
        {text('name', 'organization')}
        {text('address', 'street-address')}
        <FieldPair uneven>
          {text('postcode', 'postal-code')}
          {text('city', 'address-level2')}
        </FieldPair>
        {text('country', 'country-name')}
        {text('email', 'email')}
        {text('phone', 'tel')}
        {FLAGS.map(flag)}
        {hasContract && (
          <Stack component="fieldset" gap={2.5} divided>
            <Typography component="legend" variant="h2" sx={{ float: 'left', p: 0 }}>
              {t('form.contract')}
            </Typography>
            {CONTRACT_FLAGS.map(flag)}
          </Stack>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flex: 'none',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: 1,
          px: 3,
          py: 1.75,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        {isSubmitted && wrong.length > 0 && (
          <Typography variant="caption" color="error" role="alert" sx={{ flex: '1 1 auto' }}>
            {t('form.toFix', { count: wrong.length })}{' '}
            <Link component="button" type="button" variant="caption" onClick={() => wrong[0] && form.setFocus(wrong[0])}>
              {t('form.goToFirst')}
            </Link>
          </Typography>
        )}
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" variant="contained" disabled={isSubmitting}>
          {isSubmitting ? (
            <CircularProgress color="inherit" aria-label={t('form.saving')} />
          ) : isNew ? (
            t('form.create')
          ) : (
            t('form.save')
          )}
        </Button>
      </Box>
    </Pane>
  )
}
