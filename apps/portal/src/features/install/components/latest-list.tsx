import ButtonBase from '@mui/material/ButtonBase'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../../../components/said.js'
import { Fill, Row } from '../../../components/layout/layout.js'
import { Span, Text } from '../../../components/layout/text.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { useClock } from '../../../lib/clock.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { vars } from '../../../theme/components/vars.js'
import { type Latest, latestQuery } from '../queries/install-queries.js'
import { VerifiedMark } from '../verification/index.js'

interface LatestListProps {
  onLiveTest: (imei: string) => void
  /** Omits frame and title, for use in a sheet that already has them. */
  isPlain?: boolean
}

/** Lists the latest vehicles. A vehicle with a tracker opens its live test. */
export function LatestList({ onLiveTest, isPlain = false }: LatestListProps) {
  const { t } = useTranslation('install')
  const titleId = useId()
  const format = useFormat()
  const clock = useClock()
  const { data, isFetching, error, refetch } = useQuery(latestQuery)
  const today = format.date(clock.now())
  const when = (at: string) => (format.date(at) === today ? format.time(at) : format.date(at))
  return (
    <Sheet aria-labelledby={titleId} isPlain={isPlain}>
      <Row pad={[1.25, 2]} style={isPlain ? { display: 'none' } : undefined}>
        <Text component="h2" size="heading" grow id={titleId}>
          {t('latest.title')}
        </Text>
        <TooltipIconButton label={t('latest.reload')} icon={RotateCw} disabled={isFetching} onClick={() => void refetch()} />
      </Row>
      {!data && !error && <Skeleton variant="rectangular" height={240} />}
      {(error !== null || data?.length === 0) && (
        <Typography variant="body2" color="textSecondary" sx={{ p: 2 }}>
          {t(error === null ? 'latest.none' : 'latest.failed')}
        </Typography>
      )}
      <ul>
        {data?.map((latest) => (
          <LatestItem key={latest.id} latest={latest} when={when(latest.created_at)} onLiveTest={onLiveTest} />
        ))}
      </ul>
    </Sheet>
  )
}

const Sheet = styled('section', { shouldForwardProp: (name) => name !== 'isPlain' })<{ isPlain: boolean }>(
  ({ theme, isPlain }) => ({
    minWidth: 0,
    overflow: 'hidden',
    ...(!isPlain && {
      borderRadius: 10,
      border: `1px solid ${vars(theme).divider}`,
      backgroundColor: vars(theme).background.paper,
    }),
    '& > ul': { overflowY: 'auto', [theme.breakpoints.up('lg')]: { maxHeight: 560 } },
    '& li': { borderTop: `1px solid ${vars(theme).divider}` },
    // Applies to each vehicle, whether it is a button or not.
    '& li > *': { display: 'block', width: '100%', padding: theme.spacing(1.25, 2), textAlign: 'left', fontSize: 14 },
    '& li > button:hover': { backgroundColor: vars(theme).surface.hover },
  }),
)

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
        <Span size="caption" tone="secondary">
          {when}
        </Span>
      </Row>
      <Row wrap size="caption" tone="secondary" tabular>
        <Fill>{imei === null ? (plate ?? t('latest.noDevice')) : formatImei(imei)}</Fill>
        {imei !== null && <VerifiedMark isVerified={verifiedAt !== null} />}
      </Row>
    </>
  )
  return (
    <li>
      {imei === null ? (
        <div>{facts}</div>
      ) : (
        <ButtonBase
          aria-description={t(verifiedAt === null ? 'verification:latest.unverified' : 'verification:latest.verified')}
          onClick={() => onLiveTest(imei)}
        >
          <VisuallyHidden>{t('latest.test', { name })}</VisuallyHidden>
          {facts}
        </ButtonBase>
      )}
    </li>
  )
}
