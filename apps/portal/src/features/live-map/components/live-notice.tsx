import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/layout.js'
import type { LiveState } from '../../../live/live-client.js'

/** Notice that live updates are interrupted. It disappears when they resume. */
export function LiveNotice({ state, onRetry }: { state: LiveState; onRetry: () => void }) {
  const { t } = useTranslation('map')
  if (state !== 'error') return null
  return (
    <Row role="alert" pad={[0.5, 1]} ground="warning" tone="warning" weight="medium">
      <CloudOff />
      {t('live.failed')}
      <Aside>{t('live.retrying')}</Aside>
      <Button size="small" variant="text" color="inherit" onClick={onRetry}>
        {t('live.retry')}
      </Button>
    </Row>
  )
}

const Aside = styled('span')(({ theme }) => ({ fontWeight: 400, [theme.breakpoints.down('sm')]: { display: 'none' } }))
