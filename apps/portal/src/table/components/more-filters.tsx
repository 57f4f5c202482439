import Button from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../components/layout/layout.js'
import { Popup } from '../../components/popup.js'
import { usePopup } from '../../components/use-popup.js'
import type { Filter } from '../table-definition.js'
import { FilterEditor } from './filter-editor.js'

interface MoreFiltersProps {
  /** Filters whose chips do not fit. */
  filters: readonly Filter[]
  all: readonly Filter[]
  values: Readonly<Record<string, string>>
  onChange: (key: string, value: string | undefined) => void
}

/** Button for the filters whose chips do not fit. The user chooses a filter, then its value. */
export function MoreFilters({ filters, all, values, onChange }: MoreFiltersProps) {
  const { t } = useTranslation('table')
  const { isOpen, open, close, popup } = usePopup()
  const [key, setKey] = useState<string>()
  const chosen = all.find((filter) => filter.key === key)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        startIcon={<Plus size={14} />}
        onClick={(event) => {
          setKey(undefined)
          open(event)
        }}
        sx={{ flex: 'none', height: { xs: 44, md: 32 }, minHeight: 32, px: 1.25, borderStyle: 'dashed', color: 'text.secondary' }}
      >
        {t('filters.add')}
      </Button>
      <Popup popup={popup} label={chosen?.label ?? t('filters.add')} edge="left" width={280}>
        {chosen ? (
          <Stack pad={1.5}>
            <FilterEditor
              filter={chosen}
              value={values[chosen.key]}
              onChange={(value) => onChange(chosen.key, value)}
              onDone={close}
            />
          </Stack>
        ) : (
          <Stack gap={0} pad={0.5}>
            {filters.map((filter) => (
              <Button
                key={filter.key}
                variant="text"
                onClick={() => setKey(filter.key)}
                sx={{ justifyContent: 'flex-start', minHeight: { xs: 44, md: 32 }, fontWeight: 400 }}
              >
                {filter.label}
              </Button>
            ))}
          </Stack>
        )}
      </Popup>
    </>
  )
}
