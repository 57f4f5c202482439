import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../components/ask-dialog.js'
import { Bullets, Hint, Stack, Text } from '../../components/layout/index.js'
import { Loaded } from '../../components/loaded.js'
import { type ChangeLog, type ChangeLogSection, changeLogQuery, type useWhatsNew } from './whats-new.js'

const NAMES = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const
const isNamed = (name: string): name is (typeof NAMES)[number] => NAMES.some((one) => one === name)

interface WhatsNewDialogProps {
  news: ReturnType<typeof useWhatsNew>
  onClose: () => void
}

/**
 * Dialog with the changes since the last visit, followed by all earlier changes. Opening the dialog marks the changes as read.
 */
export function WhatsNewDialog({ news, onClose }: WhatsNewDialogProps) {
  const { t } = useTranslation('shell')
  const log = useQuery(changeLogQuery)
  // News that had been read before the dialog opened. Entries that are new now therefore stay marked until the dialog closes.
  const [before] = useState(() => news.read && new Set(news.read.ids))
  const noteRead = useEffectEvent((read: ChangeLog) => news.note(read))
  useEffect(() => {
    if (log.data) noteRead(log.data)
  }, [log.data])
  return (
    <AskDialog
      title={t('whatsNew.title')}
      width={760}
      isSheet
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('about.close')}</Button>}
    >
      <Loaded query={log}>
        {({ sections }) => (
          <Stack gap={3}>
            <Hint>{t('whatsNew.text')}</Hint>
            {before && <Changes title={t('whatsNew.since')} sections={onlyOf(sections, (id) => !before.has(id))} />}
            <Changes
              title={t(before ? 'whatsNew.earlier' : 'whatsNew.all')}
              sections={onlyOf(sections, (id) => before?.has(id) ?? true)}
            />
          </Stack>
        )}
      </Loaded>
    </AskDialog>
  )
}

const onlyOf = (sections: readonly ChangeLogSection[], isWanted: (id: string) => boolean) =>
  sections
    .map((section) => ({ ...section, entries: section.entries.filter(({ id }) => isWanted(id)) }))
    .filter(({ entries }) => entries.length > 0)

function Changes({ title, sections }: { title: string; sections: readonly ChangeLogSection[] }) {
  const { t } = useTranslation('shell')
  if (sections.length === 0) return null
  return (
    <Stack component="section" gap={1.5} aria-label={title}>
      <Text component="h3" size="heading">
        {title}
      </Text>
      {sections.map(({ release, name, entries }) => (
        <Stack key={`${release}/${name}`} gap={0.5}>
          <Text component="h4" size="overline" tone="secondary">
            {isNamed(name) ? t(`whatsNew.sections.${name}`) : name}
          </Text>
          <Bullets lang="en">
            {entries.map(({ id, text }) => (
              <Text key={id} component="li" size="dense" breaks sx={{ display: 'list-item' }}>
                <Words text={text} />
              </Text>
            ))}
          </Bullets>
        </Stack>
      ))}
    </Stack>
  )
}

/** Renders `code`, **weight** and [links](…). Links are shown as text, because they lead into the repository. */
const Words = ({ text }: { text: string }) =>
  text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .map((piece, at) => {
      if (at % 2 === 0) return piece
      if (piece.startsWith('`')) return <code key={at}>{piece.slice(1, -1)}</code>
      return <strong key={at}>{piece.slice(2, -2)}</strong>
    })
