import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import { Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorReason } from '../lib/api/error-text.js'
import { browserTimeZone, formatDateTime } from '../lib/format/dates.js'
import { isDead } from '../lib/followed-link.js'
import { useYoungAge } from '../lib/format/use-age.js'
import { vars } from '../theme/components/vars.js'
import { EmptyState } from './empty-state.js'
import { Stack } from './layout/index.js'
import { Logo } from './logo.js'

const Main = styled('main')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: '45dvh auto',
  minHeight: '100dvh',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) 400px', gridTemplateRows: '100dvh' },
}))
const MapPart = styled('div')({ position: 'relative' })
const Side = styled(Stack)(({ theme }) => ({
  padding: theme.spacing(2.5),
  backgroundColor: vars(theme).background.paper,
  [theme.breakpoints.up('md')]: { overflowY: 'auto', borderLeft: `1px solid ${vars(theme).divider}` },
}))
const Middle = styled('main')(({ theme }) => ({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  minHeight: '100dvh',
  gap: theme.spacing(3),
  padding: theme.spacing(2),
}))

/** Page for people without an account: the map, with the content beside or below it. */
export const SharedPage = ({ map, children }: { map: ReactNode; children: ReactNode }) => (
  <Main>
    <MapPart>{map}</MapPart>
    <Side gap={2.5}>{children}</Side>
  </Main>
)

interface NotShownProps {
  link: string
  error: unknown
  onRetry: () => void
}

/** Shown instead of the page while the link loads, if it is invalid, or if loading failed. */
export function NotShown({ link, error, onRetry }: NotShownProps) {
  const { t } = useTranslation('share')
  const { t: tErrors } = useTranslation('errors')
  const isOver = link === '' || isDead(error)
  return (
    <Middle>
      <Logo />
      {isOver ? (
        <EmptyState icon={Link2Off} titleComponent="h1" title={t('page.dead.title')} text={t('page.dead.text')} />
      ) : error ? (
        <EmptyState
          icon={Link2Off}
          tone="error"
          titleComponent="h1"
          title={t('page.failed')}
          text={errorReason(error, tErrors)}
          actions={<Button onClick={onRetry}>{t('page.again')}</Button>}
        />
      ) : (
        <CircularProgress aria-label={t('page.loading')} />
      )}
    </Middle>
  )
}

/** Formats the time at which a vehicle was seen. While that time is recent, its age is added. */
export function useSeen(at: string | undefined): string | undefined {
  const age = useYoungAge(at)
  if (at === undefined) return undefined
  const moment = formatDateTime(at, browserTimeZone())
  return age === undefined ? moment : `${moment} (${age})`
}
