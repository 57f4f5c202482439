import Link from '@mui/material/Link'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { BadgePercent, CalendarHeart, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconTile } from '../../../components/icon-tile.js'
import { Fill, Hint, Row, Text } from '../../../components/layout/index.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import type { LanguageKey } from '../../../i18n/languages.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { useMinute } from '../../../lib/clock.js'
import { useSession } from '../../../lib/session/session.js'
import { isShownAt } from '../../../lib/shown-window.js'
import { useStoredFlag } from '../../../lib/use-stored-flag.js'

type Announcement = components['schemas']['Announcement']

const ICONS = { offer: BadgePercent, fair: CalendarHeart }

/** Announcements only change when the server restarts. */
export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/announcements', { signal })),
  staleTime: 3_600_000,
  retryOnMount: false,
})

/**
 * Shows offers and fairs while they last. They never cover other content (R-226 R-227 G-88). A failed request shows nothing.
 */
export function Announcements() {
  const { data = [] } = useQuery(announcementsQuery)
  const now = useMinute()
  return data.filter((one) => isShownAt(one, now)).map((one) => <AnnouncementCard key={one.id} announcement={one} />)
}

function AnnouncementCard({ announcement: { id, kind, texts, link } }: { announcement: Announcement }) {
  const { t, i18n } = useTranslation(['home', 'common'])
  const { user } = useSession()
  const [isDismissed, setIsDismissed] = useStoredFlag(`announcement-${id}-${user.id}`)
  const { title, text } = texts[i18n.language as LanguageKey]
  if (isDismissed) return null
  return (
    <Row component="section" aria-label={title} ground="paper" pad={2} gap={1.5} align="start" sx={{ mb: 2 }}>
      <IconTile icon={ICONS[kind]} tone="primary" sizePx={40} />
      <Fill>
        <Text component="h2" size="heading">
          {title}
        </Text>
        <Hint>{text}</Hint>
        {link && (
          <Link href={link} target="_blank" rel="noopener noreferrer" variant="body2">
            {t('announcements.more')}
          </Link>
        )}
      </Fill>
      <TooltipIconButton label={t('common:actions.dismiss')} icon={X} onClick={() => setIsDismissed(true)} />
    </Row>
  )
}
