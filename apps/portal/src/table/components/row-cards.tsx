import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { useTranslation } from 'react-i18next'
import { Fill, Row } from '../../components/layout/layout.js'
import { isNothing } from '../../lib/format/none.js'
import { RowMenu } from './row-menu.js'
import type { RowsProps } from './table-rows.js'
import { directionOf } from '../../lib/format/direction-of.js'

/** Rows as cards for a phone: name, two lines of details, state, menu. */
export function RowCards<Row>(props: Omit<RowsProps<Row>, 'folded' | 'widthPx'>) {
  const { rows, columns, source, selection, onOpen, actionsOf, isStale } = props
  const { t } = useTranslation('table')
  const [title, ...others] = columns
  const meta = others.filter(({ onCard }) => onCard === 'meta')
  const state = others.find(({ onCard }) => onCard === 'state')
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', opacity: isStale ? 0.6 : 1 }}>
      {rows.map((row) => {
        const isTicked = selection?.has(row) ?? false
        const name = source.nameOf(row)
        const stateShown = state?.render(row)
        const titleShown = title?.render(row)
        return (
          <Box
            component="li"
            key={source.idOf(row)}
            onClick={(event) => {
              if (!(event.target instanceof HTMLElement && event.target.closest('a, button, input, label'))) onOpen?.(row)
            }}
            sx={{
              display: 'flex',
              alignItems: 'flex-start',
              gap: 0.5,
              py: 1,
              pr: actionsOf ? 0.5 : 2,
              pl: selection ? 0.5 : 2,
              borderBottom: 1,
              borderColor: 'divider',
              bgcolor: isTicked ? 'surface.selected' : undefined,
            }}
          >
            {selection && (
              <Checkbox
                checked={isTicked}
                onClick={(event) => selection.toggle(row, event.shiftKey)}
                slotProps={{ input: { 'aria-label': t('selection.row', { name }) } }}
                sx={{ width: 44, height: 44 }}
              />
            )}
            <Box sx={{ flex: 1, minWidth: 0, py: 0.5, fontSize: 13, lineHeight: '20px' }}>
              <Row gap={0.5} align="start">
                <Fill dir={directionOf(titleShown)}>{titleShown}</Fill>
                {!isNothing(stateShown) && stateShown}
              </Row>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, color: 'text.secondary' }}>
                {meta.map((column) => {
                  const shown = column.render(row)
                  return (
                    !isNothing(shown) && (
                      <Box
                        key={column.key}
                        dir={directionOf(shown)}
                        sx={{ minWidth: 0, fontVariantNumeric: 'tabular-nums', '&:empty': { display: 'none' } }}
                      >
                        {shown}
                      </Box>
                    )
                  )
                })}
              </Box>
            </Box>
            {actionsOf && <RowMenu name={name} actions={actionsOf(row)} />}
          </Box>
        )
      })}
    </Box>
  )
}
