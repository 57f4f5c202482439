import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KeySign } from '../../../components/key-sign.js'
import { Fill } from '../../../components/layout/layout.js'
import { Span, Text } from '../../../components/layout/text.js'
import { Marked } from '../../../components/marked.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { PATHS } from '../../../lib/paths.js'
import { searchOf } from '../../../lib/screen-address.js'
import type { MarkerState } from '../../../map/entity-state.js'
import { vars } from '../../../theme/components/vars.js'
import type { FleetMarker } from '../fleet.js'

interface SearchResultsProps {
  id: string
  markers: readonly FleetMarker[]
  query: string
  /** States that the user has chosen with the chips. The map shows only vehicles in these states. */
  states: ReadonlySet<MarkerState>
  onShowAll: () => void
  active: number
  glyphOf: (marker: FleetMarker) => ReactNode
  onHover: (index: number) => void
  onChoose: (marker: FleetMarker) => void
}

/** List below the search field, or a notice that nothing was found. */
export function SearchResults({ id, markers, query, states, onShowAll, active, glyphOf, onHover, onChoose }: SearchResultsProps) {
  const { t } = useTranslation(['map', 'common'])
  return (
    // Pressing a result must not blur the field before the press is handled.
    <Sheet onMouseDown={(event) => event.preventDefault()}>
      {markers.length === 0 && <p role="status">{t('search.none', { query: query.trim() })}</p>}
      <ul role="listbox" id={id} aria-label={t('search.results')}>
        {markers.map((marker, index) => (
          <Result
            key={marker.entityId}
            id={`${id}-${marker.entityId}`}
            marker={marker}
            query={query}
            isActive={index === active}
            glyph={glyphOf(marker)}
            onHover={() => onHover(index)}
            onChoose={() => onChoose(marker)}
          />
        ))}
      </ul>
      {states.size > 0 && (
        <Notice>
          <span>{t('search.filtered', { states: [...states].map((state) => t(`common:states.${state}`)).join(', ') })}</span>
          <Button size="small" onClick={onShowAll}>
            {t('search.showAll')}
          </Button>
        </Notice>
      )}
      {markers.length === 0 && (
        <Notice>
          <Button size="small" component={Link} to={`${PATHS.entities}${searchOf({ q: query.trim() })}`}>
            {t('search.entities')}
          </Button>
        </Notice>
      )}
      {markers.length > 0 && (
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
  '& > ul': { overflowY: 'auto', '&:not(:empty)': { padding: theme.spacing(0.5) } },
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

interface ResultProps {
  id: string
  marker: FleetMarker
  query: string
  isActive: boolean
  glyph: ReactNode
  onHover: () => void
  onChoose: () => void
}

/** One vehicle: name, entity name, business, IMEI and state. */
const Result = ({ id, marker, query, isActive, glyph, onHover, onChoose }: ResultProps) => (
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
  </Line>
)

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
