import Autocomplete from '@mui/material/Autocomplete'
import InputAdornment from '@mui/material/InputAdornment'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { Bike, Building2, Crosshair, type LucideIcon, Search, Shapes } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Detail, Fill, Row } from '../../../components/layout/index.js'
import { useSearch } from '../../../lib/search/use-search.js'
import type { PlacedVehicle } from '../../../map/fleet/fleet-area.js'
import type { NamedArea } from '../../../map/geofences/world-area.js'
import { vars } from '../../../theme/components/vars.js'
import { type FoundPlace, foundPlaces } from './found-places.js'

const SIGNS: Record<FoundPlace['kind'], LucideIcon> = {
  coordinates: Crosshair,
  geofence: Shapes,
  vehicle: Bike,
  business: Building2,
}

interface PlaceSearchProps {
  vehicles: readonly PlacedVehicle[]
  areas: readonly NamedArea[]
  onFind: (place: FoundPlace) => void
}

/** Search field over the map for a vehicle, geofence, business or coordinates. */
export function PlaceSearch({ vehicles, areas, onFind }: PlaceSearchProps) {
  const { t } = useTranslation(['geofences', 'map'])
  const [typed, setTyped] = useState('')
  const { hits } = useSearch(typed)
  const options = useMemo(() => {
    const foundIds = new Set(hits.flatMap(({ kind, id }) => (kind === 'vehicle' ? id : [])))
    return foundPlaces(typed, { vehicles, areas, foundIds })
  }, [typed, hits, vehicles, areas])
  return (
    <Box>
      <Autocomplete<FoundPlace, false, false, true>
        freeSolo
        autoHighlight
        clearOnBlur={false}
        options={options}
        // The options are already filtered, and not only by their name.
        filterOptions={(found) => found}
        value={null}
        inputValue={typed}
        onInputChange={(_event, next, reason) => {
          if (reason !== 'reset') setTyped(next)
        }}
        onChange={(_event, found) => {
          if (found === null || typeof found === 'string') return
          setTyped(found.name)
          onFind(found)
        }}
        getOptionKey={(found) => (typeof found === 'string' ? found : found.key)}
        getOptionLabel={(found) => (typeof found === 'string' ? found : found.name)}
        clearText={t('map:search.clear')}
        renderInput={(params) => (
          <TextField
            {...params}
            placeholder={t('places.hint')}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, 'aria-label': t('places.label') },
              input: {
                ...params.slotProps.input,
                startAdornment: (
                  <InputAdornment position="start">
                    <Search size={16} />
                  </InputAdornment>
                ),
              },
            }}
          />
        )}
        renderOption={({ key, ...option }, found) => {
          const Sign = SIGNS[found.kind]
          return (
            <li key={key} {...option}>
              <Row gap={1} grow>
                <Sign size={16} aria-hidden />
                <Fill dir="auto">{found.name}</Fill>
                <Detail>{t(`places.${found.kind}`)}</Detail>
              </Row>
            </li>
          )
        }}
      />
    </Box>
  )
}

const Box = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 12,
  left: 12,
  width: 'min(320px, calc(100% - 24px))',
  zIndex: 810,
  borderRadius: 10,
  backgroundColor: vars(theme).background.paper,
  boxShadow: vars(theme).lift.pop,
}))
