import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Fill, Row, Span } from '../../../components/layout/index.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { groupsQuery } from '../queries/tag-queries.js'
import { useTagCounts } from '../use-tag-counts.js'
import type { Place } from '../use-tags-address.js'
import { DeletedPane } from './deleted-pane.js'
import { GroupListSkeleton } from './group-list.js'
import { NewGroup } from './new-group.js'
import { TagPane } from './tag-pane.js'
import type { PanesProps } from './two-panes.js'

/** Groups on a phone: stacked, one open at a time. */
export function TagAccordion({ address, ...ways }: PanesProps) {
  const { t } = useTranslation('tags')
  const groups = useQuery(groupsQuery)
  const counts = useTagCounts()
  if (groups.isError) return <ErrorNotice error={groups.error} onRetry={() => void groups.refetch()} />
  if (groups.isPending) return <GroupListSkeleton />
  const openPlace = address.isBare ? undefined : address.place
  const items: { place: Place; label: string; count?: number }[] = [
    { place: 'all', label: t('all'), count: counts?.tags },
    ...groups.data.map(({ id, name, tags_count }) => ({ place: id, label: name, count: tags_count })),
    { place: 'none', label: t('ungrouped'), count: counts?.ungrouped },
    { place: 'deleted', label: t('deleted') },
  ]
  return (
    <Paper sx={{ overflow: 'hidden' }}>
      {items.map(({ place, label, count }) => (
        <Accordion
          key={place}
          disableGutters
          square
          elevation={0}
          expanded={openPlace === place}
          onChange={(_event, isOpen) => address.open(isOpen ? place : undefined)}
          slotProps={{ transition: { unmountOnExit: true }, heading: { component: 'h2' } }}
          sx={{
            border: 0,
            borderBottom: 1,
            borderColor: 'divider',
            borderRadius: 0,
            bgcolor: 'transparent',
            '&::before': { display: 'none' },
          }}
        >
          <AccordionSummary expandIcon={<ChevronDown />}>
            <Row size="body" weight="medium" grow>
              <Fill component="span">{label}</Fill>
              {count !== undefined && (
                <Span tone="tertiary" weight="regular">
                  {formatCount(count)}
                </Span>
              )}
            </Row>
          </AccordionSummary>
          <AccordionDetails sx={{ px: 2, pt: 0, pb: 2 }}>
            {place === 'deleted' ? (
              <DeletedPane />
            ) : (
              <TagPane
                isTitled
                place={place}
                search={address.search}
                onSearch={address.setSearch}
                onLeave={() => address.open(undefined)}
                {...ways}
              />
            )}
          </AccordionDetails>
        </Accordion>
      ))}
      <NewGroup onMade={({ id }) => address.open(id)} />
    </Paper>
  )
}
