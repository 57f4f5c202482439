import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.js'
import { Logo } from '../../components/logo.js'
import { ApiError } from '../../lib/api/api-error.js'
import { errorReason } from '../../lib/api/error-text.js'
import { browserTimeZone, formatDateTime, formatTime } from '../../lib/format/dates.js'
import { askedConsent, type AskedConsent, type ConsentAnswer, useAnswerConsent } from './queries/asked-consent.js'

/**
 * Page on which a customer without an account decides whether a business may see the location of the customer's vehicle (G-49).
 */
export function ConsentPage({ link }: { link: string }) {
  const { t } = useTranslation('consent')
  const { t: tErrors } = useTranslation('errors')
  const { data: asked, error, isPending, refetch } = useQuery({ ...askedConsent(link), enabled: link !== '' })
  const answer = useAnswerConsent(link)
  const isDead = link === '' || (error instanceof ApiError && (error.status === 404 || error.status === 422))
  return (
    <Box
      component="main"
      sx={{ display: 'grid', justifyItems: 'center', alignContent: { xs: 'start', sm: 'center' }, minHeight: '100dvh', p: 2 }}
    >
      <Box sx={{ width: '100%', maxWidth: 480, display: 'grid', gap: 3 }}>
        <Logo />
        <Paper
          variant="outlined"
          sx={{ p: { xs: 2.5, sm: 4 }, borderRadius: '12px', overflowWrap: 'anywhere' }}
          aria-live="polite"
        >
          {isDead ? (
            <EmptyState icon={Link2Off} titleComponent="h1" title={t('dead.title')} text={t('dead.text')} />
          ) : error ? (
            <EmptyState
              icon={Link2Off}
              tone="error"
              titleComponent="h1"
              title={t('failed')}
              text={errorReason(error, tErrors)}
              actions={<Button onClick={() => void refetch()}>{t('again')}</Button>}
            />
          ) : isPending ? (
            <Box sx={{ display: 'grid', placeContent: 'center', minHeight: 240 }}>
              <CircularProgress aria-label={t('loading')} />
            </Box>
          ) : (
            <Question asked={asked} isBusy={answer.isPending} onAnswer={(word) => answer.mutate(word)} />
          )}
          {answer.error && !error && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {errorReason(answer.error, tErrors)}
            </Alert>
          )}
        </Paper>
        <Typography variant="caption" color="textSecondary">
          {t(asked && asked.about !== 'consent' ? 'disclosed.privacy' : 'privacy')}
        </Typography>
      </Box>
    </Box>
  )
}

interface QuestionProps {
  asked: AskedConsent
  isBusy: boolean
  onAnswer: (answer: ConsentAnswer) => void
}

function Question({ asked, isBusy, onAnswer }: QuestionProps) {
  const { t } = useTranslation('consent')
  const zone = browserTimeZone()
  const { business_name: business, entity_name: vehicle, requested_by: person, consent_minutes: minutes } = asked
  const until = asked.expires_at ?? ''
  if (asked.state === 'pending')
    return (
      <>
        <Typography variant="h1" gutterBottom>
          {t('pending.title', { business, vehicle })}
        </Typography>
        <Typography sx={{ mb: 1.5 }}>{t(person ? 'pending.who' : 'pending.whoUnknown', { person, business })}</Typography>
        <Typography sx={{ mb: 1.5 }}>{t('pending.howLong', { minutes })}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
          {t('pending.answerBy', { time: formatDateTime(until, zone) })}
        </Typography>
        <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 1.5 }}>
          <Button variant="contained" size="large" loading={isBusy} onClick={() => onAnswer('approve')}>
            {t('pending.approve', { minutes })}
          </Button>
          <Button variant="outlined" size="large" disabled={isBusy} onClick={() => onAnswer('decline')}>
            {t('pending.decline')}
          </Button>
        </Box>
      </>
    )
  if (asked.about !== 'consent')
    return <Disclosed about={asked.about} asked={asked} isBusy={isBusy} onEnd={() => onAnswer('revoke')} />
  if (asked.state === 'granted')
    return (
      <>
        <Typography variant="h1" gutterBottom>
          {t('granted.title')}
        </Typography>
        <Typography sx={{ mb: 3 }}>{t('granted.text', { business, vehicle, time: formatTime(until, zone) })}</Typography>
        <Button variant="outlined" color="error" size="large" fullWidth loading={isBusy} onClick={() => onAnswer('revoke')}>
          {t('granted.revoke')}
        </Button>
      </>
    )
  return (
    <>
      <Typography variant="h1" gutterBottom>
        {t(`${asked.state}.title`)}
      </Typography>
      <Typography>{t(`${asked.state}.text`, { business, vehicle })}</Typography>
    </>
  )
}

interface DisclosedProps {
  about: Exclude<AskedConsent['about'], 'consent'>
  asked: AskedConsent
  isBusy: boolean
  onEnd: () => void
}

/** Shows that the vehicle's location is disclosed and that this needs no consent. The customer can end the disclosure. */
function Disclosed({ about, asked, isBusy, onEnd }: DisclosedProps) {
  const { t } = useTranslation('consent')
  const { business_name: business, entity_name: vehicle, expires_at: until } = asked
  const isOver = asked.state !== 'granted'
  const said = isOver ? (asked.state === 'revoked' ? 'revoked' : 'expired') : about
  return (
    <>
      <Typography variant="h1" gutterBottom>
        {t(`disclosed.${said}.title`, { vehicle })}
      </Typography>
      <Typography sx={{ mb: 3 }}>
        {t(`disclosed.${said}.text`, { business, vehicle, time: until && formatDateTime(until, browserTimeZone()) })}
      </Typography>
      {!isOver && (
        <Button variant="outlined" color="error" size="large" fullWidth loading={isBusy} onClick={onEnd}>
          {t(`disclosed.${about}.end`)}
        </Button>
      )}
    </>
  )
}
