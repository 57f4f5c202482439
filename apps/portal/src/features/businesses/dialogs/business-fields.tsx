import { zodResolver } from '@hookform/resolvers/zod'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import Switch from '@mui/material/Switch'
import { useEffect, useId } from 'react'
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import { formTexts } from '../../../components/form-texts.js'
import { Stack, FieldPair, Wrong, Text, Fill, Row, SmallHint } from '../../../components/layout/index.js'
import { DrawerForm } from '../../../components/side-drawer.js'
import type { BusinessTree, TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { SUPER_ADMIN } from '../../../lib/roles/roles-query.js'
import { useSession } from '../../../lib/session/session.js'
import { businessFormSchema, changedIn, CONTRACT_FLAGS, FLAGS, toForm, type BusinessForm } from '../business-form.js'
import { kindsBelow, refusalOfNew, TOP_KINDS } from '../business-places.js'
import type { TaggedBusiness } from '../queries/business-query.js'
import { ConflictNotice } from './conflict-notice.js'
import { useSaveBusiness } from './use-save-business.js'

type BusinessFieldsProps = {
  tree: BusinessTree
  onDirty: (isDirty: boolean) => void
  onClose: () => void
  /** @param id ID of the created business */
  onDone: (id?: number) => void
} & ({ began: BusinessForm; existing?: undefined } | { existing: TaggedBusiness; began?: undefined })

/** The fields of a business. If another user changed the business meanwhile, both versions are shown for a choice. */
export function BusinessFields({ tree, existing, began, onDirty, onClose, onDone }: BusinessFieldsProps) {
  const { t } = useTranslation('businesses')
  const { user } = useSession()
  const hasContract = user.role_key === SUPER_ADMIN
  const form = useForm<BusinessForm>({
    resolver: zodResolver(businessFormSchema),
    defaultValues: began ?? toForm(existing.business),
    mode: 'onTouched',
  })
  const { isDirty, isSubmitting } = form.formState
  const { save, theirs, keepMine, takeTheirs } = useSaveBusiness({ form, existing, hasContract, onDone })
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const { text } = useBusinessTexts(form)
  return (
    <DrawerForm
      onSubmit={(event) => void save(event)}
      footer={<Foot form={form} isNew={existing === undefined} onClose={onClose} />}
    >
      {theirs && (
        <ConflictNotice
          mine={form.getValues()}
          theirs={toForm(theirs.business)}
          fields={changedIn(form.getValues(), toForm(theirs.business))}
          isSaving={isSubmitting}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
        />
      )}
      {existing === undefined && <PlaceFields form={form} tree={tree} mayStandAtTop={hasContract} />}
      {text('name', 'organization')}
      {text('address', 'street-address')}
      <FieldPair uneven>
        {text('postcode', 'postal-code')}
        {text('city', 'address-level2')}
      </FieldPair>
      {text('country', 'country-name')}
      {text('email', 'email')}
      {text('phone', 'tel')}
      <Flags form={form} names={FLAGS} />
      {hasContract && (
        <Stack component="fieldset" gap={2.5} divided>
          <Text component="legend" size="heading">
            {t('form.contract')}
          </Text>
          <Flags form={form} names={CONTRACT_FLAGS} />
        </Stack>
      )}
    </DrawerForm>
  )
}

interface PartProps {
  form: UseFormReturn<BusinessForm>
}

type TextName = 'name' | 'address' | 'postcode' | 'city' | 'country' | 'email' | 'phone'

function useBusinessTexts(form: UseFormReturn<BusinessForm>) {
  const { t } = useTranslation('businesses')
  const { text, errorOf } = formTexts(form, {
    label: (name) => t(`fields.${name as TextName}`),
    message: (key) => t(key as 'form.errors.name'),
  })
  const named = (name: TextName, autoComplete: string) =>
    text(name, { id: `business-${name}`, isOptional: name !== 'name', autoComplete })
  return { text: named, errorOf }
}

/** Fields for the kind and parent of a new business. Each field limits the choices of the other field. */
function PlaceFields({ form, tree, mayStandAtTop }: PartProps & { tree: BusinessTree; mayStandAtTop: boolean }) {
  const { t } = useTranslation('businesses')
  const { errorOf } = useBusinessTexts(form)
  const [parentId, kind] = useWatch({ control: form.control, name: ['parent_id', 'type'] })
  const kindsUnder = (id: number | null) => kindsBelow(id === null ? null : (tree.byId.get(id)?.kind ?? null))
  const refusalOf = (business: TreeBusiness) => {
    const refusal = kindsBelow(business.kind).length === 0 ? refusalOfNew(kind, business) : undefined
    return refusal && t(`places.${refusal}`, { kind: t(`kinds.${kind}`), parent: t(`kinds.${business.kind}`) })
  }
  return (
    <>
      <Field
        id="business-type"
        label={t('fields.type')}
        value={kind}
        errorText={errorOf('type')}
        {...form.register('type')}
        onChange={(event) => form.setValue('type', event.target.value as BusinessForm['type'], { shouldDirty: true })}
        options={(parentId !== null && tree.byId.has(parentId) ? kindsUnder(parentId) : TOP_KINDS).map((one) => ({
          value: one,
          label: t(`kinds.${one}`),
        }))}
      />
      <Controller
        name="parent_id"
        control={form.control}
        render={({ field }) => (
          <BusinessPicker
            id="business-parent"
            label={t('fields.parent')}
            isOptional={mayStandAtTop}
            value={field.value}
            inputRef={field.ref}
            onBlur={field.onBlur}
            onChange={(id) => {
              field.onChange(id)
              const below = kindsUnder(id)
              const [first] = below
              if (first && !below.includes(kind)) form.setValue('type', first)
            }}
            refusalOf={refusalOf}
            error={errorOf('parent_id')}
            hint={mayStandAtTop ? t('form.parentHint') : undefined}
          />
        )}
      />
    </>
  )
}

type FlagName = (typeof FLAGS)[number] | (typeof CONTRACT_FLAGS)[number]

function Flags({ form, names }: PartProps & { names: readonly FlagName[] }) {
  const { t } = useTranslation('businesses')
  return names.map((name) => (
    <Controller
      key={name}
      name={name}
      control={form.control}
      render={({ field }) => (
        <FlagField label={t(`fields.${name}`)} effect={t(`effects.${name}`)} checked={field.value} onChange={field.onChange} />
      )}
    />
  ))
}

/** Shows the number of errors, a link to the first one, and the form's buttons. */
function Foot({ form, isNew, onClose }: PartProps & { isNew: boolean; onClose: () => void }) {
  const { t } = useTranslation(['businesses', 'common'])
  const { errors, isSubmitted, isSubmitting } = form.formState
  const wrong = Object.keys(errors) as (keyof BusinessForm)[]
  return (
    <>
      {isSubmitted && wrong.length > 0 && (
        <Wrong grow>
          {t('form.toFix', { count: wrong.length })}{' '}
          <Link component="button" type="button" variant="caption" onClick={() => wrong[0] && form.setFocus(wrong[0])}>
            {t('form.goToFirst')}
          </Link>
        </Wrong>
      )}
      <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
      <Button type="submit" variant="contained" disabled={isSubmitting}>
        {isSubmitting ? (
          <CircularProgress color="inherit" aria-label={t('form.saving')} />
        ) : (
          t(isNew ? 'form.create' : 'form.save')
        )}
      </Button>
    </>
  )
}

interface FlagFieldProps {
  label: string
  /** Effect of the flag in one sentence. */
  effect: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Switch with an explanation of its effect. */
function FlagField({ label, effect, checked, onChange }: FlagFieldProps) {
  const id = useId()
  return (
    <Row gap={2} align="start">
      <Fill>
        <Text component="label" size="dense" weight="medium" htmlFor={id}>
          {label}
        </Text>
        <SmallHint id={`${id}-effect`}>{effect}</SmallHint>
      </Fill>
      <Switch
        checked={checked}
        onChange={(_event, next) => onChange(next)}
        slotProps={{ input: { id, 'aria-describedby': `${id}-effect` } }}
      />
    </Row>
  )
}
