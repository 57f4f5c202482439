import Autocomplete from '@mui/material/Autocomplete'
import { useQuery } from '@tanstack/react-query'
import { Route } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Hint, Row, Span, Stack } from '../../../components/layout/index.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { LETTERS, mapPalette } from '../../../map/map-palette.js'
import { useMapMode } from '../../../map/use-map-mode.js'
import { vehiclesQuery } from '../logbook/logbook-queries.js'

/** Maximum number of vehicles besides the open one. The lines of more than four vehicles in total cannot be distinguished. */
const MOST_OTHERS = 3

interface CompareVehiclesProps {
  entityId: number
  /** Vehicles compared with the open one. */
  others: readonly number[]
  onChange: (others: readonly number[]) => void
}

/** Chooses the vehicles whose trips are drawn beside those of the open one. */
export function CompareVehicles({ entityId, others, onChange }: CompareVehiclesProps) {
  const { t } = useTranslation('trips')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <TooltipIconButton
        label={t('compare.title')}
        icon={Route}
        aria-pressed={others.length > 0}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <CompareDialog
          entityId={entityId}
          others={others}
          onChange={(chosen) => {
            onChange(chosen)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function CompareDialog({ entityId, others, onChange, onClose }: CompareVehiclesProps & { onClose: () => void }) {
  const { t } = useTranslation('trips')
  const { data = [] } = useQuery(vehiclesQuery)
  const [chosen, setChosen] = useState(others)
  const vehicles = data.filter(({ id }) => id !== entityId)
  return (
    <AskDialog title={t('compare.title')} onClose={onClose} act={{ label: t('compare.show'), onAct: () => onChange(chosen) }}>
      <Stack gap={1.5}>
        <Hint>{t('compare.text', { most: MOST_OTHERS })}</Hint>
        <Autocomplete
          multiple
          options={vehicles}
          value={vehicles.filter(({ id }) => chosen.includes(id))}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name}
          getOptionDisabled={() => chosen.length >= MOST_OTHERS}
          isOptionEqualToValue={(option, one) => option.id === one.id}
          onChange={(_event, wanted) => setChosen(wanted.slice(0, MOST_OTHERS).map(({ id }) => id))}
          renderInput={(params) => <Field {...params} label={t('compare.vehicles')} />}
        />
      </Stack>
    </AskDialog>
  )
}

/**
 * Shows which line belongs to which vehicle, by letter, pattern and colour, because some users cannot distinguish the
 * colours.
 */
export function CompareLegend({ entityIds }: { entityIds: readonly number[] }) {
  const { t } = useTranslation('trips')
  const { data = [] } = useQuery(vehiclesQuery)
  const { compared } = mapPalette(useMapMode())
  return (
    <Stack component="ul" aria-label={t('compare.legend')} gap={0.5} pad={[0, 2.5]}>
      {entityIds.map((id, at) => {
        const { colour, dash } = compared[at % compared.length]!
        return (
          <Row key={id} component="li" gap={1}>
            <svg width={36} height={8} aria-hidden>
              <line x1={2} x2={34} y1={4} y2={4} stroke={colour} strokeWidth={4} strokeDasharray={dash.join(' ')} />
            </svg>
            <Span weight="strong">{LETTERS[at]}</Span>
            <Span>{data.find((vehicle) => vehicle.id === id)?.name ?? id}</Span>
          </Row>
        )
      })}
    </Stack>
  )
}
