import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { Download, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../components/layout/text.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { formatCount } from '../../lib/format/numbers.js'
import { vars } from '../../theme/components/vars.js'
import type { BulkAction } from '../bulk-action.js'
import type { Csv } from '../use-csv.js'
import type { SelectionControl } from '../use-selection.js'

interface BulkBarProps<Row> {
  selection: SelectionControl<Row>
  /** Rows of the present page. */
  rows: readonly Row[]
  total: number
  actions: readonly BulkAction<Row>[]
  onAct: (action: BulkAction<Row>) => void
  /** Undefined if the API has no CSV of this list. */
  csv: Csv<Row> | undefined
}

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  // The bar keeps its full height even if there is little room.
  flex: 'none',
  alignItems: 'flex-start',
  padding: theme.spacing(0.5, 1, 0.5, 0.75),
  backgroundColor: vars(theme).surface.selected,
  borderBottom: `1px solid ${vars(theme).divider}`,
}))

/** Actions beside the button that clears the selection. They wrap onto as many lines as they need. */
const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0.5, 1),
  minHeight: 40,
}))

/** Toolbar of the selection: its count, a button to select all rows, and the bulk actions. */
export function BulkBar<Row>({ selection, rows, total, actions, onAct, csv }: BulkBarProps<Row>) {
  const { t } = useTranslation('table')
  const isAll = selection.selection.kind === 'all' || selection.count === total
  const isPageTicked = rows.length > 0 && rows.every(selection.has)
  return (
    <Bar role="toolbar" aria-label={t('selection.toolbar')}>
      <Actions>
        <Checkbox
          size="small"
          checked={isPageTicked}
          indeterminate={!isPageTicked}
          onChange={selection.togglePage}
          slotProps={{ input: { 'aria-label': t('selection.page') } }}
        />
        <Text component="strong" weight="strong" aria-live="polite">
          {t('selection.count', { count: selection.count, shown: formatCount(selection.count) })}
        </Text>
        {!isAll && (
          <Link
            component="button"
            variant="caption"
            onClick={() => selection.selectAll(total)}
            sx={{ fontWeight: 500, mr: 1, minHeight: 24 }}
          >
            {t('selection.all', { count: total, shown: formatCount(total) })}
          </Link>
        )}
        {actions.map((action) => (
          <ActionButton key={action.key} action={action} onAct={() => onAct(action)} />
        ))}
        {csv?.write && (
          <Button
            size="small"
            loading={csv.isWriting}
            loadingPosition="start"
            startIcon={<Download size={14} />}
            onClick={() => csv.write?.(selection.selection)}
          >
            {t('csv')}
          </Button>
        )}
      </Actions>
      <TooltipIconButton label={t('selection.clear')} icon={X} onClick={selection.clear} />
    </Bar>
  )
}

/** Button of one action. If the action cannot be used now, the button is disabled and shows the reason. */
function ActionButton<Row>({ action, onAct }: { action: BulkAction<Row>; onAct: () => void }) {
  const { label, disabledBecause, icon: Icon } = action
  const button = (
    <Button
      size="small"
      disabled={disabledBecause !== undefined}
      startIcon={<Icon size={14} />}
      color={action.isDanger ? 'error' : undefined}
      onClick={onAct}
    >
      {label}
    </Button>
  )
  if (disabledBecause === undefined) return button
  return (
    <Tooltip title={disabledBecause}>
      <span tabIndex={0} role="note" aria-label={`${label}: ${disabledBecause}`}>
        {button}
      </span>
    </Tooltip>
  )
}
