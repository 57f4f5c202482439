import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Hint } from '../../../components/layout/index.js'
import type { BusinessTree, TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { counted } from '../../../lib/format/numbers.js'
import { useSession } from '../../../lib/session/session.js'
import { refusalOfMove, TOP_KINDS } from '../business-places.js'
import { useMoveBusiness } from '../queries/business-changes.js'
import { AskDialog } from '../../../components/ask-dialog.js'

interface MoveDialogProps {
  tree: BusinessTree
  node: TreeBusiness
  /** Business that the moved business was dropped on. */
  to: number | null
  onClose: () => void
}

const countBelow = (business: TreeBusiness): number => business.children.reduce((sum, child) => sum + 1 + countBelow(child), 0)

/** Moves a business with everything below it. Shows what moves, and why some targets are not possible. */
export function MoveDialog({ tree, node, to, onClose }: MoveDialogProps) {
  const { t } = useTranslation('businesses')
  const { user } = useSession()
  const [target, setTarget] = useState(to)
  const [isTop, setIsTop] = useState(false)
  const [error, setError] = useState<string>()
  const move = useMoveBusiness(node.id, {
    done: () => t('moved', { name: node.name }),
    then: onClose,
    refused: { parent_id: setError },
  })
  const mayTop = user.role_key === 'super-admin' && TOP_KINDS.includes(node.kind) && node.parent !== null
  const refusalOf = (business: TreeBusiness) => {
    const refusal = refusalOfMove(node, business)
    return refusal && t(`places.${refusal}`, { kind: t(`kinds.${node.kind}`), parent: t(`kinds.${business.kind}`) })
  }
  const below = countBelow(node)
  const targetNode = target === null ? undefined : tree.byId.get(target)

  const submit = () => {
    const refusal = targetNode && refusalOf(targetNode)
    if (!isTop && (!targetNode || refusal)) return setError(refusal ?? t('move.targetRequired'))
    move.mutate(isTop ? null : target)
  }

  return (
    <AskDialog
      isSheet
      title={t('move.title', { name: node.name })}
      onClose={onClose}
      act={{ label: t('move.act'), onAct: submit, isPending: move.isPending }}
    >
      <Hint sx={{ mb: 2 }}>
        {t('move.effect', {
          businesses: t('tree.businesses', counted(below)),
          devices: t('tree.devices', counted(node.devices)),
        })}
      </Hint>
      <BusinessPicker
        id="move-to"
        autoFocus
        label={t('move.target')}
        value={target}
        isDisabled={isTop}
        refusalOf={refusalOf}
        error={error}
        onChange={(id) => {
          setTarget(id)
          setError(undefined)
        }}
      />
      {mayTop && (
        <FormControlLabel
          control={<Checkbox size="small" checked={isTop} onChange={(_event, checked) => setIsTop(checked)} />}
          label={t('move.top')}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
    </AskDialog>
  )
}
