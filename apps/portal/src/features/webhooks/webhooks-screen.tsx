import { KeyRound, Pencil, Plus, Send, Trash2, Webhook as WebhookSign } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { AskDialog } from '../../components/ask-dialog.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { Page } from '../../components/page.js'
import { Ago } from '../../components/time/time.js'
import { TwoLines } from '../../components/two-lines.js'
import { api, dataOf, unwrap } from '../../lib/api/api-client.js'
import { useScreenAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { choicesOf, defineList, listOf, ListTable } from '../../table/index.js'
import { SecretDialog, type NewSecret } from './secret-dialog.js'
import { WebhookChip } from './webhook-cells.js'
import { WebhookDrawer } from './webhook-form.js'
import { WebhookPanel } from './webhook-panel.js'
import { KINDS, sendTest, STATES, WEBHOOKS_KEY, type Webhook } from './webhook.js'

const webhooks = defineList({
  texts: 'webhooks',
  source: listOf('/api/v1/webhooks', {
    key: [WEBHOOKS_KEY],
    nameOf: ({ name }) => name,
    csv: { fileName: 'webhooks.csv' },
  }),
  icon: WebhookSign,
  sort: '-created_at',
  columns: {
    name: { render: ({ name, url }) => <TwoLines first={name} second={<code>{url}</code>} /> },
    business_name: { onCard: 'meta' },
    kinds: {
      isUnsortable: true,
      render: ({ kinds }, t) =>
        KINDS.filter((kind) => kinds.includes(kind))
          .map((kind) => t(`kinds.${kind}`))
          .join(', '),
    },
    waiting_count: { isUnsortable: true, isNumeric: true, render: ({ waiting_count }) => String(waiting_count) },
    last_success_at: { onCard: 'meta', render: ({ last_success_at }, t) => <Ago at={last_success_at} never={t('never')} /> },
    created_at: { isOptional: true, render: ({ created_at }) => <Ago at={created_at} /> },
    state: { onCard: 'state', render: ({ state }) => <WebhookChip state={state} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(STATES, (state) => t(`states.${state}`)) },
    business_name: 'text',
  },
})

/** List of webhooks. The URL contains the open webhook and whether a form is open. */
export function Component() {
  const { t } = useTranslation('webhooks')
  const { openId, open, close, form, create, edit, closeForm } = useScreenAddress({ row: 'webhook', views: ['all'] })
  const missingRight = useMissingRight('manage:tokens')
  const [removed, setRemoved] = useState<Webhook>()
  const [renewed, setRenewed] = useState<Webhook>()
  const [secret, setSecret] = useState<NewSecret>()
  const test = useChange((webhook: Webhook) => sendTest(webhook.id), useReread(WEBHOOKS_KEY), {
    done: (_, { name }) => t('done.test', { name }),
    then: (_, { id }) => open(id),
  })
  const actionsOf = (webhook: Webhook) => [
    { label: t('actions.test'), icon: Send, disabledBecause: missingRight, onAct: () => test.mutate(webhook) },
    { label: t('actions.edit'), icon: Pencil, disabledBecause: missingRight, onAct: () => edit(webhook.id) },
    { label: t('actions.secret'), icon: KeyRound, disabledBecause: missingRight, onAct: () => setRenewed(webhook) },
    {
      label: t('actions.remove'),
      icon: Trash2,
      isDanger: true,
      disabledBecause: missingRight,
      onAct: () => setRemoved(webhook),
    },
  ]
  return (
    <Page
      title={t('screen.title')}
      meta={t('screen.purpose')}
      isFilling
      actions={
        <ActionButton variant="contained" disabledBecause={missingRight} icon={Plus} label={t('new')} onClick={() => create()} />
      }
    >
      <ListTable {...webhooks} onOpen={({ id }) => open(id)} openId={openId} actionsOf={actionsOf} />
      <WebhookPanel id={form ? undefined : openId} onClose={close} actionsOf={actionsOf} />
      {form && missingRight === undefined && (
        <WebhookDrawer key={form.id ?? 'new'} id={form.id} onClose={closeForm} onSecret={setSecret} />
      )}
      {renewed && <RenewDialog webhook={renewed} onClose={() => setRenewed(undefined)} onSecret={setSecret} />}
      {removed && <RemoveDialog webhook={removed} onClose={() => setRemoved(undefined)} onRemoved={close} />}
      {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}

interface RenewDialogProps {
  webhook: Webhook
  onClose: () => void
  onSecret: (secret: NewSecret) => void
}

/** Creates a new secret and shows how long the previous one stays valid. */
function RenewDialog({ webhook: { id, name }, onClose, onSecret }: RenewDialogProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { mutate, isPending } = useChange(
    () => dataOf(api.PUT('/api/v1/webhooks/{id}/secret', { params: { path: { id } } })),
    useReread(WEBHOOKS_KEY),
    {
      then: ({ secret }) => {
        onClose()
        onSecret({ name, secret })
      },
    },
  )
  return (
    <AskDialog
      title={t('renew.title', { name })}
      icon={KeyRound}
      tone="warning"
      isAlert
      keepLabel={t('common:actions.cancel')}
      act={{ label: t('renew.act'), icon: KeyRound, isPending, onAct: () => mutate(undefined) }}
      onClose={onClose}
    >
      {t('renew.text')}
    </AskDialog>
  )
}

interface RemoveDialogProps {
  webhook: Webhook
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ webhook: { id, name, waiting_count: count }, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { mutate, isPending } = useChange(
    () => unwrap(api.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } } })),
    useReread(WEBHOOKS_KEY),
    {
      done: () => t('done.remove', { name }),
      then: () => {
        onClose()
        onRemoved()
      },
    },
  )
  return (
    <AskDialog
      title={t('remove.title', { name })}
      icon={Trash2}
      tone="error"
      isAlert
      keepLabel={t('common:actions.cancel')}
      act={{ label: t('remove.act'), icon: Trash2, isDanger: true, isPending, onAct: () => mutate(undefined) }}
      onClose={onClose}
    >
      {count === 0 ? t('remove.nothing') : t('remove.text', { count })}
    </AskDialog>
  )
}
