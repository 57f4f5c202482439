import Alert from '@mui/material/Alert'
import { Copy, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Detail, Fill, Hint, ListRow, Row, Stack, Text } from '../../../components/layout/index.js'
import { useCopy } from '../../../components/notifications/use-copy.js'
import { SecretField } from '../../../components/secret-field.js'
import { counted } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { type CaseShare, caseWrites, useCaseWrite } from '../case-queries.js'

const DURATIONS = [1, 8, 24, 'custom'] as const
const MOST_HOURS = 168

interface ShareDialogProps {
  id: number
  name: string
  shares: readonly CaseShare[]
  onClose: () => void
}

/** G-84: makes a link for the police or a finder, shows it this once, and takes links back. */
export function ShareDialog({ id, name, shares, onClose }: ShareDialogProps) {
  const { t } = useTranslation(['missing', 'common'])
  const [link, setLink] = useState<string>()
  return (
    <AskDialog
      isSheet
      icon={Link2}
      title={t('share.title', { name })}
      onClose={onClose}
      actions={<ActionButton label={t('common:actions.close')} onClick={onClose} />}
    >
      <Stack>
        <Hint>{t('share.text')}</Hint>
        {link === undefined ? <NewLink id={id} onMade={setLink} /> : <MadeLink link={link} />}
        {shares.length > 0 && (
          <ul aria-label={t('share.list')}>
            {shares.map((share) => (
              <ShareRow key={share.id} id={id} share={share} />
            ))}
          </ul>
        )}
      </Stack>
    </AskDialog>
  )
}

function NewLink({ id, onMade }: { id: number; onMade: (link: string) => void }) {
  const { t } = useTranslation('missing')
  const [duration, setDuration] = useState<(typeof DURATIONS)[number]>(8)
  const [custom, setCustom] = useState('48')
  const [error, setError] = useState<string>()
  const make = useCaseWrite(caseWrites.share, {
    then: ({ link }) => link !== null && onMade(new URL(link, window.location.origin).href),
    refused: { hours: setError },
  })
  const submit = () => {
    const hours = duration === 'custom' ? Number(custom) : duration
    const isFit = Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS
    setError(isFit ? undefined : t('share.hoursRequired'))
    if (isFit) make.mutate({ id, hours })
  }
  return (
    <>
      <Field
        label={t('share.duration')}
        value={duration}
        onChange={({ target }) => setDuration(DURATIONS.find((one) => String(one) === target.value) ?? 8)}
        options={DURATIONS.map((one) => ({
          value: String(one),
          label: one === 'custom' ? t('share.custom') : t('share.hours', counted(one)),
        }))}
      />
      {duration === 'custom' && (
        <Field
          label={t('share.customHours')}
          value={custom}
          errorText={error}
          onChange={({ target }) => setCustom(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
        />
      )}
      <ActionButton variant="contained" icon={Link2} label={t('share.make')} loading={make.isPending} onClick={submit} />
    </>
  )
}

function MadeLink({ link }: { link: string }) {
  const { t } = useTranslation('missing')
  const copy = useCopy(t('share.copied'))
  return (
    <>
      <Alert severity="warning">{t('share.once')}</Alert>
      <Row align="end" wrap>
        <SecretField label={t('share.link')} value={link} />
        <ActionButton variant="contained" icon={Copy} label={t('share.copy')} onClick={() => copy(link)} />
      </Row>
    </>
  )
}

function ShareRow({ id, share }: { id: number; share: CaseShare }) {
  const { t } = useTranslation('missing')
  const format = useFormat()
  const revoke = useCaseWrite(caseWrites.revoke, { done: () => t('share.revoked') })
  const about = [share.created_by, t('share.views', counted(share.views))]
  return (
    <ListRow component="li" wrap>
      <Fill>
        <Text size="dense" weight="medium" tabular>
          {share.is_live ? t('share.live', { at: format.dateTime(share.expires_at) }) : t('share.over')}
        </Text>
        <Detail breaks>{about.filter(Boolean).join(' · ')}</Detail>
      </Fill>
      {share.is_live && (
        <ActionButton
          size="small"
          color="error"
          label={t('share.revoke')}
          loading={revoke.isPending}
          onClick={() => revoke.mutate({ id, shareId: share.id })}
        />
      )}
    </ListRow>
  )
}
