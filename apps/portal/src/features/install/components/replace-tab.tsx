import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { replaceableQuery } from '../queries/install-queries.js'
import type { Replaced } from '../use-replace.js'
import { CarrierField } from './carrier-field.js'
import { ProofPanel } from './proof-panel.js'
import { ReplaceForm } from './replace-form.js'
import { Section } from './section.js'

interface ReplaceTabProps {
  /** Of the address: the vehicle whose tracker is to be replaced. */
  entityId: number | null
  onEntity: (id: number | null) => void
  onLiveTest: (imei: string) => void
}

/** another tracker for a vehicle, which keeps its trips and its odometer (G-53). */
export function ReplaceTab({ entityId, onEntity, onLiveTest }: ReplaceTabProps) {
  const { t } = useTranslation('install')
  const [replaced, setReplaced] = useState<Replaced>()
  const { data: entity } = useQuery(replaceableQuery(entityId))
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 720 }}>
      {replaced && (
        <ProofPanel
          key={replaced.imei}
          title={t('replace.done', { name: replaced.name })}
          installed={replaced}
          oldImei={replaced.oldImei}
          onLiveTest={onLiveTest}
        />
      )}
      <Section number={1} title={t('replace.vehicle')} wrong={0} isComplete={entity?.blocked_message === null}>
        <CarrierField
          entityId={entityId}
          onEntity={(id) => {
            setReplaced(undefined)
            onEntity(id)
          }}
        />
      </Section>
      {entity?.blocked_message === null && (
        <ReplaceForm
          key={entity.id}
          entity={entity}
          onReplaced={(done) => {
            setReplaced(done)
            onEntity(null)
          }}
        />
      )}
    </Box>
  )
}
