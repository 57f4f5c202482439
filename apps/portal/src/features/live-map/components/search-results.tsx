import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill } from '../../../components/layout/layout.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { FleetMarker } from '../fleet.js'
import { splitAtMatch } from '../../../lib/search-text.js'

export interface SearchResultsProps {
  id: string
  markers: readonly FleetMarker[]
  query: string
  active: number
  glyphOf: (marker: FleetMarker) => ReactNode
  onHover: (index: number) => void
  onChoose: (marker: FleetMarker) => void
}

/** The list under the search field, or that there is nothing. */
export function SearchResults({ id, markers, query, active, glyphOf, onHover, onChoose }: SearchResultsProps) {
  const { t } = useTranslation('map')
  return (
    <Box
      // The field keeps the focus: a press must not blur it before it is heard.
      onMouseDown={(event) => event.preventDefault()}
      sx={{
        position: 'absolute',
        top: 'calc(100% + 6px)',
        left: 0,
        right: 0,
        display: 'flex',
        flexDirection: 'column',
        maxHeight: 'min(420px, 60vh)',
        borderRadius: '10px',
        border: 1,
        borderColor: 'line.strong',
        bgcolor: 'surface.raised',
        boxShadow: 'var(--mui-palette-lift-pop)',
        overflow: 'hidden',
      }}
    >
      {markers.length === 0 && (
        <Box role="status" sx={{ px: 2, py: 2.5, color: 'text.secondary' }}>
          {t('search.none', { query: query.trim() })}
        </Box>
      )}
      <Box
        component="ul"
        role="listbox"
        id={id}
        aria-label={t('search.results')}
        sx={{ m: 0, p: markers.length > 0 ? 0.5 : 0, listStyle: 'none', overflowY: 'auto' }}
      >
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
      </Box>
      {markers.length > 0 && <Keys />}
    </Box>
  )
}

interface ResultProps {
  id: string
  marker: FleetMarker
  query: string
  isActive: boolean
  glyph: ReactNode
  onHover: () => void
  onChoose: () => void
}

/** One vehicle: name, entity name, business, IMEI, and its state. */
function Result({ id, marker, query, isActive, glyph, onHover, onChoose }: ResultProps) {
  return (
    <Box
      component="li"
      role="option"
      id={id}
      aria-selected={isActive}
      ref={(element: HTMLLIElement | null) => {
        if (isActive) element?.scrollIntoView?.({ block: 'nearest' })
      }}
      onMouseMove={onHover}
      onClick={onChoose}
      sx={{
        display: 'grid',
        gridTemplateColumns: '20px minmax(0, 1fr) minmax(0, auto)',
        columnGap: 1.25,
        px: 1.25,
        py: 0.75,
        borderRadius: '6px',
        cursor: 'pointer',
        fontVariantNumeric: 'tabular-nums',
        letterSpacing: '-.01em',
        bgcolor: isActive ? 'surface.hoverRaised' : 'transparent',
      }}
    >
      <Box sx={{ pt: 0.5 }}>{glyph}</Box>
      <Cell isName>
        <Marked text={marker.name} query={query} />
      </Cell>
      <Cell>
        <Marked text={marker.entityName} query={query} />
      </Cell>
      <span />
      <Cell isQuiet>
        <Marked text={marker.businessName} query={query} />
      </Cell>
      <Cell isQuiet>{marker.imei ? <Marked text={formatImei(marker.imei)} query={query} /> : '—'}</Cell>
    </Box>
  )
}

function Cell({ isName, isQuiet, children }: { isName?: boolean; isQuiet?: boolean; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        fontWeight: isName ? 600 : 400,
        fontSize: isQuiet ? 12 : 13,
        lineHeight: isQuiet ? '16px' : '20px',
        color: isQuiet ? 'text.secondary' : 'text.primary',
      }}
    >
      {children}
    </Box>
  )
}

function Marked({ text, query }: { text: string; query: string }) {
  const { before, match, after } = splitAtMatch(text, query)
  return (
    <>
      {before}
      {match && (
        <Box component="mark" sx={{ color: 'primary.main', bgcolor: 'transparent', fontWeight: 'inherit' }}>
          {match}
        </Box>
      )}
      {after}
    </>
  )
}

function Keys() {
  const { t } = useTranslation('map')
  const key = {
    px: 0.75,
    mr: 0.5,
    border: 1,
    borderColor: 'line.strong',
    borderRadius: '5px',
    bgcolor: 'background.paper',
    fontFamily: 'inherit',
    fontSize: 12,
    lineHeight: '18px',
  }
  return (
    <Box
      aria-hidden
      sx={{
        display: { xs: 'none', md: 'flex' },
        alignItems: 'center',
        px: 1.5,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'surface.subtle',
        fontSize: 12,
        color: 'text.secondary',
      }}
    >
      <Box component="kbd" sx={key}>
        ↑
      </Box>
      <Box component="kbd" sx={key}>
        ↓
      </Box>
      <Fill>{t('search.browse')}</Fill>
      <Box component="kbd" sx={key}>
        ↵
      </Box>
      {t('search.show')}
    </Box>
  )
}
