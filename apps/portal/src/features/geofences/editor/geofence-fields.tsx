import Button from '@mui/material/Button'
import { CircleMinus, type LucideIcon, Undo2 } from 'lucide-react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formTexts } from '../../../components/form-texts.js'
import { Form, Hint, Row, Stack } from '../../../components/layout/index.js'
import { counted } from '../../../lib/format/numbers.js'
import { useSession } from '../../../lib/session/session.js'
import { type GeofenceForm, KINDS } from '../geofence.js'
import type { Drawing } from './use-drawing.js'

interface GeofenceFieldsProps {
  form: UseFormReturn<GeofenceForm>
  formId: string
  drawing: Drawing
  /** The owner can only be chosen for a new geofence. */
  isNew: boolean
  onSubmit: () => unknown
}

/** Fields of a geofence beside the map. Coordinates can also be typed. */
export function GeofenceFields({ form, formId, drawing, isNew, onSubmit }: GeofenceFieldsProps) {
  const { t } = useTranslation('geofences')
  const { user } = useSession()
  const kind = useWatch({ control: form.control, name: 'kind' })
  const { text, choice, business } = formTexts(form, {
    label: (name) => t(`form.${name as 'name'}`),
    message: (key) => t(key as 'errors.name'),
  })
  // A user whose business has no businesses below it cannot choose the owner.
  const mayChoose = user.business_id === null || user.businesses_below > 0 || user.businesses.length > 1
  return (
    <Form gap={2.5} id={formId} onSubmit={onSubmit}>
      {isNew && mayChoose && business('business_id')}
      {text('name')}
      {choice('kind', { options: KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })) })}
      <DrawTools drawing={drawing} />
      {text('points', {
        multiline: true,
        minRows: kind === 'circle' ? 1 : 3,
        maxRows: 8,
        helperText: t('form.pointsHint'),
        slotProps: { inputLabel: { shrink: true } },
      })}
      {kind !== 'polygon' &&
        text('reach', {
          label: t(kind === 'circle' ? 'form.reach' : 'form.side'),
          slotProps: { htmlInput: { inputMode: 'decimal' } },
        })}
      {text('limit', { isOptional: true, helperText: t('form.limitHint'), slotProps: { htmlInput: { inputMode: 'numeric' } } })}
      {text('description', { isOptional: true, multiline: true, minRows: 2 })}
    </Form>
  )
}

/** Explains how to draw, with buttons to undo the last step and to remove the selected point. */
function DrawTools({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation('geofences')
  const { drawn, undo, removeSelected } = drawing
  return (
    <Stack gap={0.5}>
      <Hint>{t(`form.draw.${drawn.kind}`)}</Hint>
      {drawn.others.length > 0 && <Hint>{t('form.otherParts', counted(drawn.others.length))}</Hint>}
      <Row wrap>
        <Tool label={t('form.undo')} icon={Undo2} onAct={undo} />
        <Tool label={t('form.remove')} icon={CircleMinus} onAct={removeSelected} />
      </Row>
    </Stack>
  )
}

/** Button that keeps its place and the focus when it is disabled. */
const Tool = ({ label, icon: Icon, onAct }: { label: string; icon: LucideIcon; onAct: (() => void) | undefined }) => (
  <Button
    size="small"
    variant="text"
    startIcon={<Icon size={16} />}
    aria-disabled={!onAct}
    disableTouchRipple={!onAct}
    onClick={onAct}
  >
    {label}
  </Button>
)
