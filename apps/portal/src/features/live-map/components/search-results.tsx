import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../components/icon.js'
import { KeySign } from '../../../components/key-sign.js'
import { Fill } from '../../../components/layout/layout.js'
import { Span, Text } from '../../../components/layout/text.js'
import { Marked } from '../../../components/marked.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { PATHS } from '../../../lib/paths.js'
import { searchOf } from '../../../lib/screen-address.js'
import type { MarkerState } from '../../../map/entity-state.js'
import { PLACE_SIGNS, whereabouts } from '../../../map/places/place-facts.js'
import type { NamedPlace, PlaceHits } from '../../../map/places/use-places.js'
import { vars } from '../../../theme/components/vars.js'
import type { FleetMarker } from '../fleet.js'
import type { ResultLine } from '../use-result-list.js'

interface SearchResultsProps {
  id: string
  /** Vehicles, then places. */
  lines: readonly ResultLine[]
  places: Pick<PlaceHits, 'isUnderWay' | 'note' | 'none'>
  query: string
  /** States that the user has chosen with the chips. The map shows only vehicles in these states. */
  states: ReadonlySet<MarkerState>
  onShowAll: () => void
  activeId: string | undefined
  glyphOf: (marker: FleetMarker) => ReactNode
  onHover: (lineId: string) => void
  onChoose: (line: ResultLine) => void
}

/** List below the search field, or notices that nothing was found. */
export function SearchResults(props: SearchResultsProps) {
  const { id, lines, places, query, states, onShowAll, activeId, glyphOf, onHover, onChoose } = props
  const { t } = useTranslation(['map', 'common'])
  const vehicles = lines.filter(({ kind }) => kind === 'vehicle').length
  const hasPlaces = places.isUnderWay || lines.some(({ kind }) => kind === 'place')
  const note = places.note ?? (lines.length === 0 ? places.none : undefined)
  const optionOf = (line: ResultLine) => {
    const option = {
      id: `${id}-${line.id}`,
      isActive: line.id === activeId,
      onHover: () => onHover(line.id),
      onChoose: () => onChoose(line),
    }
    if (line.kind === 'vehicle')
      return <Result key={line.id} {...option} marker={line.marker} query={query} glyph={glyphOf(line.marker)} />
    if (line.kind === 'place') return <PlaceResult key={line.id} {...option} place={line.place} query={query} />
    return <AddressesResult key={line.id} {...option} query={query} />
  }
  return (
    // Prevents a press on a result from moving the focus out of the field before the press is handled.
    <Sheet onMouseDown={(event) => event.preventDefault()}>
      {vehicles === 0 && !hasPlaces && <p role="status">{t('search.none', { query: query.trim() })}</p>}
      <Listed role="listbox" id={id} aria-label={t('search.results')}>
        {vehicles > 0 && (
          <ul role="group" aria-label={t('search.vehicles')}>
            {lines.slice(0, vehicles).map(optionOf)}
          </ul>
        )}
        {lines.length > vehicles && (
          <Places role="group" aria-label={t('places.title')}>
            <Heading role="presentation" aria-hidden>
              {t('places.title')}
            </Heading>
            {lines.slice(vehicles).map(optionOf)}
          </Places>
        )}
      </Listed>
      {(places.isUnderWay || note) && <Notice role="status">{places.isUnderWay ? t('places.searching') : note}</Notice>}
      {states.size > 0 && (
        <Notice>
          <span>{t('search.filtered', { states: [...states].map((state) => t(`common:states.${state}`)).join(', ') })}</span>
          <Button size="small" onClick={onShowAll}>
            {t('search.showAll')}
          </Button>
        </Notice>
      )}
      {vehicles === 0 && (
        <Notice>
          <Button size="small" component={Link} to={`${PATHS.entities}${searchOf({ q: query.trim() })}`}>
            {t('search.entities')}
          </Button>
        </Notice>
      )}
      {lines.length > 0 && (
        <Keys aria-hidden>
          <KeySign>↑</KeySign>
          <KeySign>↓</KeySign>
          <Fill>{t('search.browse')}</Fill>
          <KeySign>↵</KeySign>
          {t('search.show')}
        </Keys>
      )}
    </Sheet>
  )
}

const Sheet = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 'calc(100% + 6px)',
  left: 0,
  right: 0,
  display: 'flex',
  flexDirection: 'column',
  maxHeight: 'min(420px, 60vh)',
  borderRadius: 10,
  border: `1px solid ${vars(theme).line.strong}`,
  backgroundColor: vars(theme).surface.raised,
  boxShadow: vars(theme).lift.pop,
  overflow: 'hidden',
  '& > p': { padding: theme.spacing(2.5, 2), color: vars(theme).text.secondary },
}))
/** The vehicles scroll separately, so that the places below them stay in view. */
const Listed = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  '& > ul': { overflowY: 'auto', padding: theme.spacing(0.5) },
}))
const Places = styled('ul')(({ theme }) => ({
  flex: 'none',
  maxHeight: 230,
  '* + &': { borderTop: `1px solid ${vars(theme).divider}` },
}))
const Heading = styled('li')(({ theme }) => ({
  padding: theme.spacing(0.5, 1.25, 0.25),
  fontSize: 12,
  fontWeight: 600,
  color: vars(theme).text.secondary,
}))
const Notice = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  padding: theme.spacing(1, 2),
  borderTop: `1px solid ${vars(theme).divider}`,
  fontSize: 13,
  color: vars(theme).text.secondary,
}))
const Keys = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  padding: theme.spacing(1, 1.5),
  borderTop: `1px solid ${vars(theme).divider}`,
  backgroundColor: vars(theme).surface.subtle,
  fontSize: 12,
  color: vars(theme).text.secondary,
  [theme.breakpoints.down('md')]: { display: 'none' },
}))

interface ResultProps extends OptionProps {
  marker: FleetMarker
  query: string
  glyph: ReactNode
}

/** One vehicle: name, entity name, business, IMEI and state. */
const Result = ({ marker, query, glyph, ...option }: ResultProps) => (
  <Option {...option}>
    {glyph}
    <Span weight="strong" clipped>
      <Marked text={marker.name} query={query} />
    </Span>
    <Span clipped>
      <Marked text={marker.entityName} query={query} />
    </Span>
    <span />
    <Text component="span" size="caption" tone="secondary" clipped>
      <Marked text={marker.businessName} query={query} />
    </Text>
    <Text component="span" size="caption" tone="secondary" clipped>
      {marker.imei ? <Marked text={formatImei(marker.imei)} query={query} /> : '—'}
    </Text>
  </Option>
)

interface OptionProps {
  id: string
  isActive: boolean
  onHover: () => void
  onChoose: () => void
}

const Option = ({ id, isActive, onHover, onChoose, children }: OptionProps & { children: ReactNode }) => (
  <Line
    role="option"
    id={id}
    aria-selected={isActive}
    ref={(element) => {
      if (isActive) element?.scrollIntoView?.({ block: 'nearest' })
    }}
    onMouseMove={onHover}
    onClick={onChoose}
  >
    {children}
  </Line>
)

/** One town, street or address. */
function PlaceResult({ place, query, ...option }: OptionProps & { place: NamedPlace; query: string }) {
  const { t } = useTranslation('map')
  return (
    <Option {...option}>
      <Icon icon={PLACE_SIGNS[place.kind]} tone="secondary" />
      <Span weight="strong" clipped dir="auto">
        <Marked text={place.name} query={query} />
      </Span>
      <Span size="caption" tone="secondary">
        {t(`places.${place.kind}`)}
      </Span>
      <span />
      <Text component="span" size="caption" tone="secondary" clipped dir="auto">
        {whereabouts(place)}
      </Text>
    </Option>
  )
}

/** Offers to ask the operator's geocoder, too. */
function AddressesResult({ query, ...option }: OptionProps & { query: string }) {
  const { t } = useTranslation('map')
  return (
    <Option {...option}>
      <Icon icon={Search} tone="secondary" />
      <Span clipped>{t('places.searchAddresses', { query: query.trim() })}</Span>
    </Option>
  )
}

const Line = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr) minmax(0, auto)',
  columnGap: theme.spacing(1.25),
  alignItems: 'center',
  padding: theme.spacing(0.75, 1.25),
  borderRadius: 6,
  cursor: 'pointer',
  fontSize: 13,
  lineHeight: '20px',
  fontVariantNumeric: 'tabular-nums',
  letterSpacing: '-.01em',
  '&[aria-selected=true]': { backgroundColor: vars(theme).surface.hoverRaised },
}))
