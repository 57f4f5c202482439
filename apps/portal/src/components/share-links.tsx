import Alert from '@mui/material/Alert'
import { Copy, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '../lib/api/schema.js'
import { counted } from '../lib/format/numbers.js'
import { useFormat } from '../lib/format/use-format.js'
import { ActionButton } from './action-button.js'
import { AskDialog } from './ask-dialog.js'
import { Field } from './field.js'
import { Detail, Fill, Hint, ListRow, Row, Stack, Text } from './layout/index.js'
import { useChange } from './notifications/use-change.js'
import { useCopy } from './notifications/use-copy.js'
import { SecretField } from './secret-field.js'
import { joined } from '../lib/format/joined.js'

export type Share = components['schemas']['VehicleShare']

const DURATIONS = [1, 8, 24, 'custom'] as const
const MOST_HOURS = 168

/** API calls that create and revoke share links. */
export interface ShareWrites {
  make: (hours: number, key: string) => Promise<{ link: string | null }>
  revoke: (shareId: number) => Promise<unknown>
  /** Refetches the links. */
  reread: () => Promise<unknown>
}

interface ShareLinksProps {
  title: string
  /** Explains what a recipient of the link can and cannot see. */
  text: string
  /** Label of the list of links. */
  listLabel: string
  /** Newest first. */
  shares: readonly Share[]
  writes: ShareWrites
  onClose: () => void
}

/**
 * Dialog that creates links for people without an account, shows a new link only once, counts how often each link was opened, and
 * revokes links.
 */
export function ShareLinks({ title, text, listLabel, shares, writes, onClose }: ShareLinksProps) {
  const { t } = useTranslation('common')
  const [link, setLink] = useState<string>()
  return (
    <AskDialog
      isSheet
      icon={Link2}
      title={title}
      onClose={onClose}
      actions={<ActionButton label={t('actions.close')} onClick={onClose} />}
    >
      <Stack>
        <Hint>{text}</Hint>
        {link === undefined ? <NewLink writes={writes} onMade={setLink} /> : <MadeLink link={link} />}
        {shares.length > 0 && (
          <ul aria-label={listLabel}>
            {shares.map((share) => (
              <ShareRow key={share.id} share={share} writes={writes} />
            ))}
          </ul>
        )}
      </Stack>
    </AskDialog>
  )
}

function NewLink({ writes, onMade }: { writes: ShareWrites; onMade: (link: string) => void }) {
  const { t } = useTranslation('share')
  const [duration, setDuration] = useState<(typeof DURATIONS)[number]>(8)
  const [custom, setCustom] = useState('48')
  const [error, setError] = useState<string>()
  const make = useChange(({ hours }: { hours: number }, key) => writes.make(hours, key), writes.reread, {
    then: ({ link }) => link !== null && onMade(new URL(link, window.location.origin).href),
    refused: { hours: setError },
  })
  const submit = () => {
    const hours = duration === 'custom' ? Number(custom) : duration
    const isFit = Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS
    setError(isFit ? undefined : t('hoursRequired'))
    if (isFit) make.mutate({ hours })
  }
  return (
    <>
      <Field
        label={t('duration')}
        value={duration}
        onChange={({ target }) => setDuration(DURATIONS.find((one) => String(one) === target.value) ?? 8)}
        options={DURATIONS.map((one) => ({
          value: String(one),
          label: one === 'custom' ? t('custom') : t('hours', counted(one)),
        }))}
      />
      {duration === 'custom' && (
        <Field
          label={t('customHours')}
          value={custom}
          errorText={error}
          onChange={({ target }) => setCustom(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
        />
      )}
      <ActionButton variant="contained" icon={Link2} label={t('make')} loading={make.isPending} onClick={submit} />
    </>
  )
}

function MadeLink({ link }: { link: string }) {
  const { t } = useTranslation('share')
  const copy = useCopy(t('copied'))
  return (
    <>
      <Alert severity="warning">{t('once')}</Alert>
      <Row align="end" wrap>
        <SecretField label={t('link')} value={link} />
        <ActionButton variant="contained" icon={Copy} label={t('copy')} onClick={() => copy(link)} />
      </Row>
    </>
  )
}

function ShareRow({ share, writes }: { share: Share; writes: ShareWrites }) {
  const { t } = useTranslation('share')
  const format = useFormat()
  const revoke = useChange((shareId: number) => writes.revoke(shareId), writes.reread, { done: () => t('revoked') })
  const about = [share.created_by, t('views', counted(share.views))]
  return (
    <ListRow component="li" wrap>
      <Fill>
        <Text size="dense" weight="medium" tabular>
          {share.is_live ? t('live', { at: format.dateTime(share.expires_at) }) : t('over')}
        </Text>
        <Detail breaks>{joined(about)}</Detail>
      </Fill>
      {share.is_live && (
        <ActionButton
          size="small"
          color="error"
          label={t('revoke')}
          loading={revoke.isPending}
          onClick={() => revoke.mutate(share.id)}
        />
      )}
    </ListRow>
  )
}
