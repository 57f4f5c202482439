import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { useClock } from '../../../lib/clock.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { type Latest, latestQuery } from '../queries/install-queries.js'
import { VerifiedMark } from '../verification/index.js'

interface LatestListProps {
  onLiveTest: (imei: string) => void
  /** Without a frame and a title of its own: it stands in a sheet that has both. */
  isPlain?: boolean
}

/** what was made last; a tracker opens its live test. */
export function LatestList({ onLiveTest, isPlain = false }: LatestListProps) {
  const { t } = useTranslation('install')
  const titleId = useId()
  const format = useFormat()
  const clock = useClock()
  const { data, isFetching, error, refetch } = useQuery(latestQuery)
  const today = format.date(new Date(clock.now()).toISOString())
  const when = (at: string) => (format.date(at) === today ? format.time(at) : format.date(at))
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        minWidth: 0,
        overflow: 'hidden',
        ...(!isPlain && { border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'background.paper' }),
      }}
    >
      <Box
        sx={{
          display: isPlain ? 'none' : 'flex',
          alignItems: 'center',
          px: 2,
          py: 1.25,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Text component="h2" size="heading" grow id={titleId}>
          {t('latest.title')}
        </Text>
        <TooltipIconButton label={t('latest.reload')} icon={RotateCw} disabled={isFetching} onClick={() => void refetch()} />
      </Box>
      {!data && !error && <Skeleton variant="rectangular" height={240} />}
      {(error !== null || data?.length === 0) && (
        <Typography variant="body2" color="textSecondary" sx={{ p: 2 }}>
          {t(error === null ? 'latest.none' : 'latest.failed')}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: { lg: 560 }, overflowY: 'auto' }}>
        {data?.map((latest) => (
          <LatestItem key={latest.id} latest={latest} when={when(latest.created_at)} onLiveTest={onLiveTest} />
        ))}
      </Box>
    </Box>
  )
}

interface LatestItemProps {
  latest: Latest
  when: string
  onLiveTest: (imei: string) => void
}

function LatestItem({ latest, when, onLiveTest }: LatestItemProps) {
  const { t } = useTranslation(['install', 'verification'])
  const { name, imei, license_plate: plate, verified_at: verifiedAt } = latest
  const facts = (
    <>
      <Row align="stretch">
        <Text weight="strong" breaks grow>
          {name}
        </Text>
        <Box sx={{ flex: 'none', fontSize: 12, color: 'text.secondary' }}>{when}</Box>
      </Row>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, fontSize: 12, color: 'text.secondary' }}>
        <Box component="span" sx={{ flex: 1, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
          {imei === null ? (plate ?? t('latest.noDevice')) : formatImei(imei)}
        </Box>
        {imei !== null && <VerifiedMark isVerified={verifiedAt !== null} />}
      </Box>
    </>
  )
  const look = { display: 'block', width: '100%', textAlign: 'left', px: 2, py: 1.25, fontSize: 14 } as const
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {imei === null ? (
        <Box sx={look}>{facts}</Box>
      ) : (
        <ButtonBase
          aria-label={t('latest.test', { name })}
          aria-description={t(verifiedAt === null ? 'verification:latest.unverified' : 'verification:latest.verified')}
          onClick={() => onLiveTest(imei)}
          sx={{ ...look, '&:hover': { bgcolor: 'surface.hover' } }}
        >
          {facts}
        </ButtonBase>
      )}
    </Box>
  )
}
