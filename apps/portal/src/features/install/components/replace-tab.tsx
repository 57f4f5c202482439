import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Replace } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import type { Replaceable } from '../queries/install-changes.js'
import { replaceableQuery } from '../queries/install-queries.js'
import { type Replaced, useReplace } from '../use-replace.js'
import { Aside, Columns } from './desk-columns.js'
import { CarrierField } from './fields/carrier-field.js'
import { LatestList } from './latest-list.js'
import { ProofPanel } from './proof-panel.js'
import { ReplaceFields } from './fields/replace-fields.js'
import { Section } from './section.js'

interface ReplaceTabProps {
  /** Vehicle whose tracker is replaced, from the URL. */
  entityId: number | null
  onEntity: (id: number | null) => void
  onLiveTest: (imei: string) => void
}

/** Replaces the tracker of a vehicle. The vehicle keeps its trips and odometer (R-097, G-53). */
export function ReplaceTab({ entityId, onEntity, onLiveTest }: ReplaceTabProps) {
  const { t } = useTranslation('install')
  const [replaced, setReplaced] = useState<Replaced>()
  const { data: entity } = useQuery(replaceableQuery(entityId))
  const goOn = (done: Replaced | undefined, id: number | null) => {
    setReplaced(done)
    onEntity(id)
  }
  return (
    <Columns>
      <Section number={1} title={t('replace.vehicle')} wrong={0} isComplete={entity?.blocked_message === null}>
        <CarrierField entityId={entityId} onEntity={(id) => goOn(undefined, id)} />
      </Section>
      {entity?.blocked_message === null ? (
        <ReplaceForm key={entity.id} entity={entity} onReplaced={(done) => goOn(done, null)} />
      ) : (
        <Section number={2} title={t('replace.device')} wrong={0} isComplete={false}>
          <Text tone="secondary">{t('replace.vehicleFirst')}</Text>
        </Section>
      )}
      <Aside aria-label={t('latest.aside')}>
        {replaced && (
          <ProofPanel
            key={replaced.imei}
            title={t('replace.done', { name: replaced.name })}
            installed={replaced}
            oldImei={replaced.oldImei}
            onLiveTest={onLiveTest}
          />
        )}
        <LatestList onLiveTest={onLiveTest} />
      </Aside>
    </Columns>
  )
}

/** Asks for the new tracker, the reason, and whether the old one is returned. */
function ReplaceForm({ entity, onReplaced }: { entity: Replaceable; onReplaced: (replaced: Replaced) => void }) {
  const { t } = useTranslation('install')
  const replacing = useReplace(entity, onReplaced)
  const wrong = Object.values(replacing.refusals).filter(Boolean).length
  return (
    <Section number={2} title={t('replace.device')} wrong={wrong} isComplete={false}>
      <Stack
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void replacing.save()
        }}
      >
        <ReplaceFields replacing={replacing} odometerM={entity.odo} />
        <Button
          type="submit"
          variant="contained"
          loading={replacing.isSaving}
          startIcon={<Replace />}
          sx={{ justifySelf: 'end' }}
        >
          {t('replace.save')}
        </Button>
      </Stack>
    </Section>
  )
}
