import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { ArrowDown, ArrowUp, Columns3, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout/layout.js'
import { Popup } from '../../components/popup.js'
import { usePopup } from '../../components/use-popup.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'

interface ColumnChooserProps {
  columns: readonly { key: string; label: string }[]
  shown: readonly string[]
  atFirst: readonly string[]
  /** Shows the icon without its label. */
  isNarrow?: boolean
  onChange: (shown: readonly string[]) => void
}

/** Menu to choose and order the columns. The first column names the row and cannot be moved or hidden. */
export function ColumnChooser({ columns, shown, atFirst, isNarrow = false, onChange }: ColumnChooserProps) {
  const { t } = useTranslation('table')
  const { open, popup } = usePopup()
  const labels = new Map(columns.map(({ key, label }) => [key, label]))
  const hidden = columns.filter(({ key }) => !shown.includes(key)).map(({ key }) => key)
  const move = (key: string, by: number) => {
    const next = shown.filter((one) => one !== key)
    next.splice(shown.indexOf(key) + by, 0, key)
    onChange(next)
  }
  const toggle = (key: string) => onChange(shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key])
  return (
    <>
      {isNarrow ? (
        <TooltipIconButton label={t('columns.title')} icon={Columns3} aria-haspopup="dialog" onClick={open} />
      ) : (
        <Button variant="text" aria-haspopup="dialog" startIcon={<Columns3 />} onClick={open}>
          {t('columns.title')}
        </Button>
      )}
      <Popup popup={popup} label={t('columns.title')} width={320}>
        <Stack component="ul" gap={0} pad={1}>
          {[...shown, ...hidden].map((key) => (
            <ColumnLine
              key={key}
              label={labels.get(key) ?? key}
              at={shown.indexOf(key)}
              last={shown.length - 1}
              isFixed={key === columns[0]?.key}
              onToggle={() => toggle(key)}
              onMove={(by) => move(key, by)}
            />
          ))}
        </Stack>
        <Row divided pad={1}>
          <Button size="small" variant="text" disabled={shown.join() === atFirst.join()} onClick={() => onChange(atFirst)}>
            {t('columns.reset')}
          </Button>
        </Row>
      </Popup>
    </>
  )
}

interface ColumnLineProps {
  label: string
  /** Position among the shown columns. `last` is the position of the last one. Negative if the column is hidden. */
  at: number
  last: number
  isFixed: boolean
  onToggle: () => void
  onMove: (by: number) => void
}

function ColumnLine({ label, at, last, isFixed, onToggle, onMove }: ColumnLineProps) {
  const { t } = useTranslation('table')
  const mover = (text: string, icon: LucideIcon, by: number, isDisabled: boolean) => (
    <TooltipIconButton label={text} icon={icon} iconSize={14} disabled={isDisabled} onClick={() => onMove(by)} />
  )
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', minHeight: { xs: 44, md: 32 } }}>
      <FormControlLabel
        control={<Checkbox size="small" checked={at >= 0} disabled={isFixed} onChange={onToggle} />}
        label={label}
        slotProps={{ typography: { variant: 'body2' } }}
        sx={{ m: 0, flex: 1 }}
      />
      {at > 0 && mover(t('columns.earlier', { column: label }), ArrowUp, -1, at === 1)}
      {at > 0 && mover(t('columns.later', { column: label }), ArrowDown, 1, at === last)}
    </Box>
  )
}
