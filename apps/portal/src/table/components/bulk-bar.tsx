import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Link from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import { Download, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { formatCount } from '../../lib/format/numbers.js'
import type { BulkAction } from '../bulk-action.js'
import type { SelectionControl } from '../use-selection.js'

interface BulkBarProps<Row> {
  selection: SelectionControl<Row>
  total: number
  /** Every row of this page is ticked. */
  isPageTicked: boolean
  actions: readonly BulkAction<Row>[]
  onAct: (action: BulkAction<Row>) => void
  onCsv?: () => void
  isWritingCsv: boolean
}

/** What is ticked, all of it on request, and what can be done with it. */
export function BulkBar<Row>({ selection, total, isPageTicked, actions, onAct, onCsv, isWritingCsv }: BulkBarProps<Row>) {
  const { t } = useTranslation('table')
  const isAll = selection.selection.kind === 'all' || selection.count === total
  return (
    <Box
      role="toolbar"
      aria-label={t('selection.toolbar')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        minHeight: 48,
        pl: 0.75,
        pr: 1,
        py: 0.5,
        bgcolor: 'surface.selected',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Checkbox
        size="small"
        checked={isPageTicked}
        indeterminate={!isPageTicked}
        onChange={selection.togglePage}
        slotProps={{ input: { 'aria-label': t('selection.page') } }}
      />
      <Box component="strong" aria-live="polite" sx={{ fontWeight: 600 }}>
        {t('selection.count', { count: selection.count, shown: formatCount(selection.count) })}
      </Box>
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
      {actions.map((action) => {
        const Icon = action.icon
        const button = (
          <Button
            key={action.key}
            size="small"
            disabled={action.disabledBecause !== undefined}
            startIcon={<Icon size={14} />}
            onClick={() => onAct(action)}
            sx={action.isDanger ? { color: 'missing.main' } : undefined}
          >
            {action.label}
          </Button>
        )
        if (action.disabledBecause === undefined) return button
        return (
          <Tooltip key={action.key} title={action.disabledBecause}>
            <span tabIndex={0} role="note" aria-label={`${action.label}: ${action.disabledBecause}`}>
              {button}
            </span>
          </Tooltip>
        )
      })}
      {onCsv && (
        <Button size="small" loading={isWritingCsv} loadingPosition="start" startIcon={<Download size={14} />} onClick={onCsv}>
          {t('csv')}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      <TooltipIconButton label={t('selection.clear')} icon={X} onClick={selection.clear} />
    </Box>
  )
}
