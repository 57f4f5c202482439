import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Text, Bullets } from '../../../components/layout/index.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { counted } from '../../../lib/format/numbers.js'
import type { Entity } from '../entity.js'
import { changes, type LinkAnswer, useEntitiesChanged } from '../queries/entity-changes.js'

/** Moves vehicles to another business. An Undo button moves the moved vehicles back. */
function useLink(entities: readonly Entity[], onDone: () => void) {
  const { t } = useTranslation('entities')
  const notify = useNotify()
  const changed = useEntitiesChanged()
  const [failed, setFailed] = useState<LinkAnswer['failed']>()
  const takeBack = async (linked: readonly number[]) => {
    const moved = entities.filter(({ id }) => linked.includes(id))
    for (const business of new Set(moved.map(({ business_id }) => business_id))) {
      const ids = moved.filter(({ business_id }) => business_id === business).map(({ id }) => id)
      await changes.link({ to: business, ids })
    }
    notify.success(t('link.takenBack', counted(linked.length)))
    void changed()
  }
  const link = useMutation({
    mutationFn: (business: number) => changes.link({ to: business, ids: entities.map(({ id }) => id) }),
    onSuccess: ({ linked, failed: refused }) => {
      void changed()
      if (linked.length > 0) {
        const wayBack = { label: t('undo'), onAct: () => void takeBack(linked).catch(notify.failure) }
        notify.success(t('link.done', counted(linked.length)), { wayBack })
      }
      if (refused.length === 0) onDone()
      else setFailed(refused)
    },
    onError: notify.failure,
  })
  return { link, failed }
}

/**
 * Dialog that moves vehicles to another business. Vehicles that could not be moved are listed with reasons. The move of the
 * others can be undone.
 */
export function LinkDialog({ entities, onClose }: { entities: readonly Entity[]; onClose: () => void }) {
  const { t } = useTranslation(['entities', 'common'])
  const [to, setTo] = useState<number | null>(null)
  const [isEmpty, setIsEmpty] = useState(false)
  const { link, failed } = useLink(entities, onClose)
  const submit = () => {
    setIsEmpty(to === null)
    if (to !== null) link.mutate(to)
  }
  const nameOf = (id: number) => entities.find((one) => one.id === id)?.name ?? String(id)
  if (failed)
    return (
      <AskDialog
        isSheet
        title={t('link.failed', counted(failed.length))}
        onClose={onClose}
        actions={<ActionButton autoFocus variant="contained" label={t('common:actions.close')} onClick={onClose} />}
      >
        <Bullets>
          {failed.map(({ id, reason }) => (
            <Text component="li" breaks key={id}>
              {nameOf(id)} – {t(`link.reasons.${reason === 'customer_has_other_vehicles' ? reason : 'not_found'}`)}
            </Text>
          ))}
        </Bullets>
      </AskDialog>
    )
  return (
    <AskDialog
      isSheet
      title={t('link.title', counted(entities.length))}
      onClose={onClose}
      act={{ label: t('link.act'), onAct: submit, isPending: link.isPending }}
      isHeld
    >
      <BusinessPicker
        autoFocus
        id="link-entities-to"
        label={t('link.to')}
        value={to}
        hint={t('link.hint')}
        error={isEmpty && to === null ? t('link.required') : undefined}
        onChange={setTo}
      />
    </AskDialog>
  )
}
