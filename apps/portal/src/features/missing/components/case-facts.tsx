import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Field } from '../../../components/field.js'
import { Fill, Row, SmallHint, Stack, Text } from '../../../components/layout/index.js'
import { Ago } from '../../../components/time/time.js'
import { useNow } from '../../../lib/clock.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useColorWord } from '../../../lib/format/use-color-word.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { assigneesQuery, type CaseRoom, caseWrites, type MissingCase, useCaseWrite } from '../case-queries.js'
import { useEndWords } from '../case-words.js'
import { joined } from '../../../lib/format/joined.js'

const NOBODY = 0

/** Field for the person in charge, who is notified when the vehicle moves. */
export function AssigneeField({ missingCase }: { missingCase: MissingCase }) {
  const { t } = useTranslation('missing')
  const { data: people = [] } = useQuery(assigneesQuery(missingCase.id))
  const assign = useCaseWrite(caseWrites.assign, { done: () => t('assigned') })
  const { assignee_id: id, assignee } = missingCase
  const known = people.map(({ id: value, name, business_name }) => ({ value, label: joined([name, business_name]) }))
  const own = id !== null && !people.some((person) => person.id === id) ? [{ value: id, label: assignee ?? '' }] : []
  return (
    <Field
      label={t('assignee')}
      value={id ?? NOBODY}
      disabled={assign.isPending}
      onChange={({ target }) => assign.mutate({ id: missingCase.id, userId: Number(target.value) || null })}
      options={[{ value: NOBODY, label: t('nobody') }, ...own, ...known]}
    />
  )
}

/** Shows when the tracker last reported and when it is expected next. */
export function SignalCard({ room }: { room: CaseRoom }) {
  const { t } = useTranslation(['missing', 'map'])
  const format = useFormat()
  const now = useNow(10_000)
  const { last_seen: seen, state, location_hidden: isHidden } = room.case
  const next = room.next_report_expected_at
  const expected =
    next === null ? t('quiet.unknown') : t(Date.parse(next) < now ? 'quiet.overdue' : 'quiet.next', { at: format.dateTime(next) })
  return (
    <Stack gap={0.5}>
      <Row justify="space-between">
        <Text weight="strong">{t('details.last')}</Text>
        <Text tabular>
          <Ago at={seen} never={t(isHidden ? 'map:hidden.short' : 'never')} />
        </Text>
      </Row>
      {state === 'open' && <SmallHint>{expected}</SmallHint>}
      {room.reporting && <SmallHint>{`${t('reporting.title')}: ${t(`reporting.${room.reporting.state}`)}`}</SmallHint>}
    </Stack>
  )
}

/** Recorded data of the case. */
export function CaseFacts({ room, onEdit }: { room: CaseRoom; onEdit: () => void }) {
  const { t } = useTranslation('missing')
  const format = useFormat()
  const wordOf = useEndWords()
  const colorWord = useColorWord()
  const { case: one, vehicle, imei } = room
  const facts = [
    { label: t('details.reported'), value: `${format.dateTime(one.opened_at)}, ${wordOf(one.reason)}` },
    { label: t('columns.reporter'), value: one.reporter },
    { label: t('details.note'), value: one.note },
    { label: t('columns.end_reason'), value: one.end_reason && wordOf(one.end_reason) },
    { label: t('columns.business_name'), value: one.business_name },
    { label: t('details.vehicle'), value: [vehicle.brand, vehicle.model, colorWord(vehicle.color)].filter(Boolean).join(', ') },
    { label: t('columns.frame_number'), value: one.frame_number },
    { label: t('columns.license_plate'), value: one.license_plate },
    { label: t('details.imei'), value: imei && formatImei(imei) },
    { label: t('fields.police_report_number'), value: one.police_report_number },
    { label: t('fields.insurer'), value: one.insurer },
    { label: t('fields.reward'), value: one.reward },
  ]
  return (
    <section aria-label={t('details.title')}>
      <Row>
        <Fill>
          <Text component="h2" size="heading">
            {t('details.title')}
          </Text>
        </Fill>
        <ActionButton size="small" icon={Pencil} label={t('details.edit')} onClick={onEdit} />
      </Row>
      <FactList facts={facts} />
    </section>
  )
}
