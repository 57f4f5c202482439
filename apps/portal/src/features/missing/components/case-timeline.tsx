import { styled } from '@mui/material/styles'
import { StickyNote } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import { Detail, Form, Row, Stack, Text } from '../../../components/layout/index.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { vars } from '../../../theme/components/vars.js'
import { type CaseEvent, caseWrites, useCaseWrite } from '../case-queries.js'
import { useEndWords } from '../case-words.js'
import { joined } from '../../../lib/format/joined.js'

const LONGEST = 2_000

const Line = styled('li')(({ theme }) => ({
  position: 'relative',
  paddingLeft: theme.spacing(2.5),
  paddingBottom: theme.spacing(2),
  '&::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: 5,
    width: 10,
    height: 10,
    boxSizing: 'border-box',
    borderRadius: '50%',
    border: `2px solid ${vars(theme).text.secondary}`,
  },
  '&:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: 4,
    top: 18,
    bottom: -2,
    width: 2,
    backgroundColor: vars(theme).line.strong,
  },
}))

/** Events of the case, newest first, with a field for a note above. */
export function CaseTimeline({ id, events }: { id: number; events: readonly CaseEvent[] }) {
  const { t } = useTranslation('missing')
  return (
    <Stack gap={1.5} component="section" aria-label={t('timeline.title')}>
      <Text component="h2" size="heading">
        {t('timeline.title')}
      </Text>
      <NoteForm id={id} />
      <ol aria-label={t('timeline.title')}>
        {events.map((event) => (
          <EventLine key={`${event.kind}-${event.id}`} event={event} />
        ))}
      </ol>
    </Stack>
  )
}

function NoteForm({ id }: { id: number }) {
  const { t } = useTranslation('missing')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const note = useCaseWrite(caseWrites.note, { then: () => setText(''), refused: { text: setError } })
  const submit = () => {
    const written = text.trim()
    setError(written === '' ? t('note.required') : undefined)
    if (written !== '') note.mutate({ id, text: written })
  }
  return (
    <Form gap={1} onSubmit={submit} aria-label={t('note.label')}>
      <Field
        multiline
        minRows={2}
        label={t('note.label')}
        placeholder={t('note.placeholder')}
        value={text}
        errorText={error}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { maxLength: LONGEST } }}
      />
      <Row justify="end">
        <ActionButton type="submit" icon={StickyNote} label={t('note.add')} loading={note.isPending} />
      </Row>
    </Form>
  )
}

function EventLine({ event }: { event: CaseEvent }) {
  const { t } = useTranslation('missing')
  const format = useFormat()
  const wordOf = useEndWords()
  const { kind, at, till, by, assignee, reason, note, is_late } = event
  const title = kind === 'assigned' && assignee === null ? t('events.unassigned') : t(`events.${kind}`, { name: assignee ?? '' })
  const hasWord = reason !== null && kind !== 'located'
  const details = [
    format.dateTime(at),
    by && t('timeline.by', { name: by }),
    till && t('timeline.till', { at: format.dateTime(till) }),
    is_late && t('timeline.late'),
  ]
  return (
    <Line>
      <Text size="dense" weight="medium" breaks>
        {hasWord ? `${title}: ${wordOf(reason)}` : title}
      </Text>
      {note && (
        <Text size="dense" breaks style={{ whiteSpace: 'pre-line' }}>
          {note}
        </Text>
      )}
      <Detail tabular>{joined(details)}</Detail>
    </Line>
  )
}
