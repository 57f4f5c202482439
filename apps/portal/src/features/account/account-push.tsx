import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Row, SmallHint, Stack } from '../../components/layout/index.js'
import { useBrowserPush } from './use-browser-push.js'

/** Switch for showing the business's notifications to customers in this browser. */
export function AccountPush() {
  const { t } = useTranslation('account')
  const { state, isPending, turn } = useBrowserPush()
  if (state === undefined) return null
  const next = state === 'on' ? 'off' : 'on'
  return (
    <Stack component="section" gap={1} divided aria-labelledby="account-push">
      <Typography variant="h2" component="h3" id="account-push">
        {t('push.title')}
      </Typography>
      <Row gap={1.5} wrap>
        <Row gap={1.5} grow={200} tone="secondary">
          <BellRing />
          <SmallHint grow>{t(`push.${state}`)}</SmallHint>
        </Row>
        {(state === 'on' || state === 'off') && (
          <Button size="small" loading={isPending} onClick={() => turn(next)}>
            {t(next === 'on' ? 'push.turnOn' : 'push.turnOff')}
          </Button>
        )}
      </Row>
    </Stack>
  )
}
