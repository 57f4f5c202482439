import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Map as MapIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../components/empty-state.js'
import { RecentActivity } from '../../features/audit/index.js'
import { Announcements, announcementsQuery } from '../../features/home/components/announcements.js'
import { FleetStrip, StripSkeleton } from '../../features/home/components/fleet-strip.js'
import { TileGrid } from '../../features/home/components/tile-grid.js'
import { summaryQuery } from '../../features/home/queries/summary-query.js'
import { UnverifiedCard, unverifiedQuery } from '../../features/install/verification/index.js'
import { useMinute } from '../../lib/clock.js'
import { hourOfDay } from '../../lib/format/dates.js'
import { useFormat } from '../../lib/format/use-format.js'
import { usePermission, useSession } from '../../lib/session/session.js'
import { Page } from '../../components/page.js'
import { liveTestOf, PATHS } from '../../lib/paths.js'
import { useTiles } from './use-tiles.js'
import { isolated } from '@roadbook/contracts/isolated'

/** Returns the greeting in the user's time zone: morning until noon, afternoon until 18:00, evening until 04:00. */
function greetingAt(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 4 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/**
 * Returns two flags. `isRead` is true as soon as everything above the tiles has loaded or failed. The tiles appear at that
 * moment, so that nothing moves under the user's pointer. `isBegun` is true as soon as the first steps of the setup are done.
 */
function useFirstReading(): { isRead: boolean; isBegun: boolean } {
  const hasFigures = usePermission('index:dashboard')
  const mayInstall = usePermission('create:entity')
  const summary = useQuery({ ...summaryQuery(useFormat().timeZone), enabled: hasFigures })
  const unverified = useQuery({ ...unverifiedQuery, enabled: mayInstall })
  const announcements = useQuery(announcementsQuery)
  const [wasRead, setWasRead] = useState(false)
  const awaited = [...(hasFigures ? [summary] : []), ...(mayInstall ? [unverified] : []), announcements]
  const isRead = wasRead || awaited.every(({ isPending, failureCount }) => !isPending || failureCount > 0)
  if (isRead && !wasRead) setWasRead(true)
  return { isRead, isBegun: summary.data?.is_begun ?? true }
}

/** Home screen: what needs attention, the fleet in figures, then every screen that this user may open. */
export function Component() {
  const { t } = useTranslation('home')
  const { user } = useSession()
  const format = useFormat()
  const now = useMinute()
  const hasFigures = usePermission('index:dashboard')
  const greeting = greetingAt(hourOfDay(now, format.timeZone))
  const hasMap = usePermission('read:map')
  const { isRead, isBegun } = useFirstReading()
  return (
    <Page
      title={t(`greeting.${greeting}`, { name: user.first_name })}
      tabTitle={t('screen.title')}
      meta={
        <Box component="span" sx={{ display: 'inline-block', '&::first-letter': { textTransform: 'uppercase' } }}>
          {`${format.weekdayOf(format.day(now))} ${format.date(now)} · ${isolated(businessLine())}`}
        </Box>
      }
      actions={
        hasMap && (
          // Until the first steps of the setup are done, their list guides the user, so this button is not prominent.
          <Button component={Link} to={PATHS.map} variant={isBegun ? 'contained' : 'outlined'} startIcon={<MapIcon />}>
            {t('openMap')}
          </Button>
        )
      }
    >
      {isRead ? <Body /> : hasFigures && <StripSkeleton />}
    </Page>
  )

  function businessLine(): string {
    if (!user.business_name) return user.role_key === 'super-admin' ? t('allBusinesses') : user.role
    if (user.businesses_below === 0) return user.business_name
    return t('below', { business: user.business_name, count: user.businesses_below })
  }
}

function Body() {
  const { t } = useTranslation(['home', 'shell'])
  const { logout } = useSession()
  const [hasFigures, hasEntities] = [usePermission('index:dashboard'), usePermission('index:entity')]
  const tiles = useTiles()
  return (
    <>
      <Announcements />
      {hasFigures && <FleetStrip />}
      <UnverifiedCard pathTo={({ entityId, imei }) => (hasEntities ? `${PATHS.entities}/${entityId}` : liveTestOf(imei))} />
      {tiles.length > 0 ? (
        <TileGrid tiles={tiles} />
      ) : (
        <Paper>
          <EmptyState
            icon={KeyRound}
            title={t('noAccess.title')}
            text={t('noAccess.text')}
            actions={
              <Button variant="contained" onClick={logout}>
                {t('shell:logout')}
              </Button>
            }
          />
        </Paper>
      )}
      <RecentActivity />
    </>
  )
}
