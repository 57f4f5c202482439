import { colorOf } from '@roadbook/contracts/vehicle-words'
import { Check, Pencil, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { Fill, Form, Row } from '../../../components/layout/index.js'
import { useChange } from '../../../components/notifications/use-change.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { TwinNotice, useTwins } from '../../../components/twin-notice.js'
import { useColorWord } from '../../../lib/format/use-color-word.js'
import { NONE } from '../../../lib/format/none.js'
import type { Entity } from '../entity.js'
import { changes, useEntitiesChanged } from '../queries/entity-changes.js'
import type { InlineField } from '../use-vehicle-facts.js'

interface InlineFactProps {
  entity: Entity
  field: InlineField
  label: string
}

/** A field of a vehicle that is edited in place (D.6). Enter saves, and Escape cancels. */
export function InlineFact({ entity, field, label }: InlineFactProps) {
  const { t } = useTranslation('entities')
  const colorWord = useColorWord()
  const [isOpen, setIsOpen] = useState(false)
  const value = entity[field]
  if (isOpen) return <InlineForm entity={entity} field={field} label={label} onClose={() => setIsOpen(false)} />
  return (
    <Row gap={0.5} justify="space-between">
      <Fill>{(field === 'color' ? colorWord(value) : value) ?? NONE}</Fill>
      <TooltipIconButton
        label={t('page.editFact', { fact: label })}
        icon={Pencil}
        iconSize={13}
        size="small"
        onClick={() => setIsOpen(true)}
      />
    </Row>
  )
}

function InlineForm({ entity, field, label, onClose }: InlineFactProps & { onClose: () => void }) {
  const { t } = useTranslation(['entities', 'common'])
  const colorWord = useColorWord()
  const shown = (field === 'color' ? colorWord(entity.color) : entity[field]) ?? ''
  const [draft, setDraft] = useState(shown)
  const [refusal, setRefusal] = useState<string>()
  const { name, brand, color } = entity
  const { mutate, isPending } = useChange(
    ({ wanted, allowTwin }: { wanted: string; allowTwin: boolean }) => {
      // The API requires name, brand and colour with every change, so they are sent even if they did not change.
      const word = field === 'color' ? colorOf(wanted) : wanted
      const body = { name, brand: brand ?? '', color: color ?? '', [field]: word || null, ...(allowTwin && { allow_twin: true }) }
      return changes.update({ entity, body })
    },
    useEntitiesChanged(),
    { done: () => t('done.updated', { name }), then: onClose, refused: { [field]: setRefusal } },
  )
  const { twins, holdFor } = useTwins(draft)
  const send = (allowTwin: boolean) => mutate({ wanted: draft.trim(), allowTwin }, { onError: holdFor })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Otherwise Escape would also close a panel or dialog around the field.
    event.stopPropagation()
    onClose()
  }
  const save = () => (draft.trim() === shown ? onClose() : send(false))
  return (
    <Form onSubmit={save}>
      <Row gap={0.5} align="start">
        <Fill>
          <Field
            autoFocus
            fullWidth
            size="small"
            value={draft}
            errorText={refusal}
            onChange={({ target }) => setDraft(target.value)}
            onKeyDown={onKeyDown}
            slotProps={{ htmlInput: { 'aria-label': label, maxLength: 100 } }}
          />
        </Fill>
        <TooltipIconButton type="submit" label={t('page.saveFact', { fact: label })} icon={Check} loading={isPending} />
        <TooltipIconButton label={t('common:actions.cancel')} icon={X} onClick={onClose} />
      </Row>
      <TwinNotice twins={twins} isSaving={isPending} onAllow={() => send(true)} />
    </Form>
  )
}
