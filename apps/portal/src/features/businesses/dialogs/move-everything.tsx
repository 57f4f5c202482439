import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Bullets, Note, Text } from '../../../components/layout/index.js'
import { useBusinessTree } from '../../../lib/businesses/business-tree-query.js'
import { isBelow, type TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { counted } from '../../../lib/format/numbers.js'
import { refusalOfMove } from '../business-places.js'
import { CONTENT_COUNTS, useMoveEverything, type ContentCounts } from '../queries/business-changes.js'

interface MoveEverythingProps {
  node: TreeBusiness
  counts: ContentCounts
  onMoved: () => void
  onClose: () => void
}

/**
 * Shows why a business cannot be deleted and offers to move everything in it to another business. Objects that cannot be moved
 * are listed with the reason.
 */
export function MoveEverything({ node, counts, onMoved, onClose }: MoveEverythingProps) {
  const { t } = useTranslation('businesses')
  const { tree } = useBusinessTree()
  const [to, setTo] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const moveAll = useMoveEverything(node.id, { then: onMoved, refused: { to: setError } })
  const target = to === null ? undefined : tree?.byId.get(to)
  const stuck = target
    ? node.children.flatMap((child) => {
        const refusal = refusalOfMove(child, target)
        const words = { kind: t(`kinds.${child.kind}`), parent: t(`kinds.${target.kind}`) }
        return refusal ? [{ child, reason: t(`places.${refusal}`, words) }] : []
      })
    : []
  const submit = () => {
    if (to === null) return setError(t('move.targetRequired'))
    if (stuck.length > 0) return setError(t('everything.stuck', { count: stuck.length }))
    moveAll.mutate(to)
  }
  return (
    <AskDialog
      isSheet
      title={t('everything.title', { name: node.name })}
      onClose={onClose}
      act={{ label: t('everything.act'), onAct: submit, isPending: moveAll.isPending }}
      keepLabel={t('delete.keep')}
    >
      <Typography variant="body2" role="alert">
        {t('everything.text')}
      </Typography>
      <Bullets>
        {CONTENT_COUNTS.filter((name) => counts[name] > 0).map((name) => (
          <li key={name}>{t(`everything.counts.${name}`, counted(counts[name]))}</li>
        ))}
      </Bullets>
      <BusinessPicker
        id="everything-to"
        label={t('everything.target')}
        value={to}
        error={error}
        hint={t('everything.hint')}
        refusalOf={(business) =>
          business.id === node.id || (tree && isBelow(business, tree.byId.get(node.id) ?? node)) ? t('places.below') : undefined
        }
        onChange={(id) => {
          setTo(id)
          setError(undefined)
        }}
      />
      {stuck.length > 0 && (
        <Note>
          <Text component="p" size="dense" weight="strong">
            {t('everything.cannot')}
          </Text>
          <Bullets>
            {stuck.map(({ child, reason }) => (
              <li key={child.id}>{t('everything.one', { name: child.name, reason })}</li>
            ))}
          </Bullets>
        </Note>
      )}
    </AskDialog>
  )
}
