import Autocomplete from '@mui/material/Autocomplete'
import InputAdornment from '@mui/material/InputAdornment'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { Bike, Building2, Crosshair, type LucideIcon, Search, Shapes } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Detail, Fill, Row, Text } from '../../../components/layout/index.js'
import type { Place } from '../../../lib/place.js'
import { useSearch } from '../../../lib/search/use-search.js'
import type { PlacedVehicle } from '../../../map/fleet/fleet-area.js'
import type { NamedArea } from '../../../map/geofences/world-area.js'
import { PLACE_SIGNS, whereabouts } from '../../../map/places/place-facts.js'
import { type NamedPlace, usePlaces } from '../../../map/places/use-places.js'
import { vars } from '../../../theme/components/vars.js'
import { type FoundPlace, foundPlaces, placeOfName } from './found-places.js'

const SIGNS: Record<FoundPlace['kind'], LucideIcon> = {
  coordinates: Crosshair,
  geofence: Shapes,
  vehicle: Bike,
  business: Building2,
  ...PLACE_SIGNS,
}

/** Line of the list: a place, the search for addresses, or a note that places are missing. */
type Line = FoundPlace | { kind: 'addresses' | 'note'; key: string; name: string }

interface PlaceSearchProps {
  vehicles: readonly PlacedVehicle[]
  areas: readonly NamedArea[]
  /** Returns the middle of the map, near which places come first. */
  middleOf: () => Place | undefined
  onFind: (place: FoundPlace) => void
  /** Called after the user cleared the field. */
  onClear: () => void
}

/** Search field over the map for a town, street, vehicle, geofence, business or coordinates. */
export function PlaceSearch({ vehicles, areas, middleOf, onFind, onClear }: PlaceSearchProps) {
  const { t } = useTranslation(['geofences', 'map'])
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const { hits } = useSearch(typed)
  const { places, isUnderWay, note, none, searchAddresses } = usePlaces(typed, middleOf)
  const known = useMemo(() => {
    const foundIds = new Set(hits.flatMap(({ kind, id }) => (kind === 'vehicle' ? id : [])))
    return foundPlaces(typed, { vehicles, areas, foundIds })
  }, [typed, hits, vehicles, areas])
  const found = [...known, ...places.flatMap(placeOfName)]
  const more: Line[] = searchAddresses
    ? [{ kind: 'addresses', key: 'addresses', name: t('map:places.searchAddresses', { query: typed.trim() }) }]
    : []
  const noted: Line[] = note && (found.length > 0 || more.length > 0) ? [{ kind: 'note', key: 'note', name: note }] : []
  const lines = [...found, ...more, ...noted]
  const missing = note ?? none
  const hasContent = lines.length > 0 || isUnderWay || missing !== undefined
  return (
    <Box>
      <Autocomplete<Line>
        autoHighlight
        clearOnBlur={false}
        clearOnEscape
        forcePopupIcon={false}
        open={isOpen && hasContent}
        onOpen={() => setIsOpen(true)}
        onClose={(_event, reason) => {
          // The list stays open after the user has chosen the search for addresses, so that the user sees its results.
          if (reason !== 'selectOption') setIsOpen(false)
        }}
        options={lines}
        // Does not filter the options, because they are already filtered, and not only by name.
        filterOptions={(options) => options}
        loading={isUnderWay}
        loadingText={t('map:places.searching')}
        noOptionsText={<span role="status">{missing}</span>}
        value={null}
        inputValue={typed}
        onInputChange={(_event, next, reason) => {
          if (reason !== 'input' && reason !== 'clear') return
          setTyped(next)
          if (next === '') onClear()
        }}
        onChange={(_event, line) => {
          if (!line) return
          if (!('corners' in line)) return searchAddresses?.()
          setTyped(line.name)
          setIsOpen(false)
          onFind(line)
        }}
        getOptionKey={({ key }) => key}
        getOptionLabel={({ name }) => name}
        getOptionDisabled={({ kind }) => kind === 'note'}
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
        renderOption={({ key, ...option }, line) => (
          <li key={key} {...option}>
            {'corners' in line ? <FoundLine found={line} /> : <OtherLine line={line} />}
          </li>
        )}
      />
    </Box>
  )
}

function FoundLine({ found }: { found: FoundPlace }) {
  const { t } = useTranslation(['geofences', 'map'])
  const Sign = SIGNS[found.kind]
  const { named } = found
  return (
    <Row gap={1} grow>
      <Sign size={16} aria-hidden />
      <Fill>
        <Text dir="auto">{found.name}</Text>
        {named && <Detail dir="auto">{whereabouts(named)}</Detail>}
      </Fill>
      <Detail>
        {named ? t(`map:places.${named.kind}`) : t(`places.${found.kind as Exclude<FoundPlace['kind'], NamedPlace['kind']>}`)}
      </Detail>
    </Row>
  )
}

const OtherLine = ({ line }: { line: Line }) => (
  <Row gap={1} grow>
    {line.kind === 'addresses' && <Search size={16} aria-hidden />}
    <Fill>{line.name}</Fill>
  </Row>
)

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
