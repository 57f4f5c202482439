import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../../components/layout/layout.js'
import { Text } from '../../../../components/layout/text.js'
import { formatImei } from '../../../../lib/format/numbers.js'
import { useFormat } from '../../../../lib/format/use-format.js'
import type { OutboxItem, Refusal } from '../outbox-item.js'
import { outboxStore } from '../outbox-store.js'
import { joined } from '../../../../lib/format/joined.js'

/** Returns the API's message and those of its fields. */
const reasonsOf = ({ message, fieldErrors }: Refusal): string[] => [
  ...new Set([...(message === '' ? [] : [message]), ...Object.values(fieldErrors).flat()]),
]

/** Shows one unsent vehicle, the reason for a rejection, and its actions. Discarding asks for confirmation. */
export function OutboxRow({ item, onMend }: { item: OutboxItem; onMend: () => void }) {
  const { t } = useTranslation(['outbox', 'common'])
  const format = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  const { name, work, queuedAt, refusal } = item
  const facts = [t(`kinds.${work.kind}`), formatImei(work.body.imei), t('keptAt', { time: format.dateTime(queuedAt) })]
  return (
    <Stack component="li" gap={0.5} pad={1.5} ground="paper">
      <Text component="p" size="dense" weight="strong" breaks>
        {name}
      </Text>
      <Typography variant="caption" color="textSecondary">
        {joined(facts)}
      </Typography>
      {refusal ? (
        <Stack gap={0.25} role="alert">
          {reasonsOf(refusal).map((reason) => (
            <Text component="p" size="dense" tone="missing" breaks key={reason}>
              {reason}
            </Text>
          ))}
        </Stack>
      ) : (
        <Typography variant="body2">{t(item.tries > 0 ? 'triedAgain' : 'willBeSent')}</Typography>
      )}
      {isAsking && <Typography variant="body2">{t('discardText', { name })}</Typography>}
      {refusal && (
        <Row wrap justify="end">
          {isAsking ? (
            <>
              <Button size="small" autoFocus onClick={() => setIsAsking(false)}>
                {t('common:actions.cancel')}
              </Button>
              <Button size="small" variant="contained" color="error" onClick={() => void outboxStore.remove(item.key)}>
                {t('discardNow')}
              </Button>
            </>
          ) : (
            <>
              <Button size="small" variant="text" onClick={() => setIsAsking(true)}>
                {t('discard')}
              </Button>
              <Button size="small" variant="contained" onClick={onMend}>
                {t('mend')}
              </Button>
            </>
          )}
        </Row>
      )}
    </Stack>
  )
}
